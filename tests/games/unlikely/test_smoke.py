from foldtale.testing import *

from tests.games.unlikely.given import *

def test_it():
    g = saga(item("20", left={"wit": 1}, effect=PLAIN), challenge("52", boxes=[box("strength", 3)]), luck=[1,0,1,1], players=1)
    m = play(g)
    print(offered(m))
    assert offered(m)[0]=="explore 20"
    m.answer("explore 52")
    print(m.ask, told(m)); answer(m); print(m.ask)
    answer(m,"box 1","2"); print(m.ask, told(m))
    assert where(m.state,"52")=="pile"
