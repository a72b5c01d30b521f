/** Where in the page one is: the part of the address after #, so that secrets of links stay in the browser. */

export interface Route {
  page: "shelf" | "table" | "join" | "about";
  table: string;
  secret: string;
  /** The seat from which to look, or -1: one's own. */
  seat: number;
  /** The moment of the tale to look at, or 0: now. */
  at: number;
}

function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", table = "", secret = ""] = path.split("/");
  const asked = new URLSearchParams(query);
  const known = ["table", "join", "about"].includes(page) ? (page as Route["page"]) : "shelf";
  const number = (name: string, usual: number) => Number(asked.get(name) ?? usual) || (asked.get(name) === "0" ? 0 : usual);
  return { page: known, table, secret, seat: number("seat", -1), at: number("at", 0) };
}

export const route: Route = $state(parse(location.hash));
addEventListener("hashchange", () => Object.assign(route, parse(location.hash)));

export function go(path: string, instead = false): void {
  const address = `#/${path}`;
  if (instead) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  Object.assign(route, parse(address));
}
