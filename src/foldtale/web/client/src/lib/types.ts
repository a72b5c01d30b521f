/** Made by `python -m dev.client_types` from the messages of the service. Do not edit. */

export interface Advice {
  key: string;
  label: string;
  chance: number;
  low: number;
  high: number;
  close?: boolean;
  why?: string;
}

export interface Advices {
  number: number;
  options: Advice[];
}

export interface Again {
  how: "go on" | "next" | "rematch";
  setup?: Record<string, unknown>;
}

export interface Amount {
  icon: string;
  count: number;
  name: string;
}

export interface Answer {
  seat: number;
  number: number;
  keys: string[];
}

export interface Area {
  id: string;
  name: string;
  at?: [number, number];
  outline?: string;
  fill?: string;
  look?: "field" | "free" | "ground" | "sign" | "spot" | "tile";
  icon?: string;
  card?: Card | null;
  cell?: [number, number] | null;
  picture?: string;
  lines?: string[];
  marks?: Mark[];
  clues?: Clue[];
  counters?: Counter[];
  tags?: Note[];
}

export interface AskView {
  number: number;
  seat: number;
  voice?: number;
  prompt?: string;
  note?: string;
  rule?: string;
  choices?: Choice[];
  reaction?: boolean;
}

export interface AtLevel {
  seat: number;
  level?: "easy" | "fair" | "strong";
}

export interface AtPace {
  seat: number;
  pace: number;
}

export interface AtQuestion {
  seat: number;
  number: number;
}

export interface AtSeat {
  seat: number;
}

export interface Board {
  type: "board";
  id: string;
  name?: string;
  frame?: [number, number, number, number];
  areas?: Area[];
  links?: Link[];
  sockets?: Slot[];
  tracks?: Track[];
  tokens?: Token[];
  back?: Cut[];
  ground?: Cut[];
  front?: Cut[];
}

export interface Box {
  id: string;
  icon: string;
  need: number;
  reward: string;
  was?: number | null;
  shut?: string;
  in_use?: boolean;
}

export interface Bye {
  kind: "bye";
  message: string;
}

export interface Card {
  type: "card";
  id: string;
  title?: string;
  lines?: string[];
  fine?: string[];
  icon?: string;
  kind?: string;
  corner?: string;
  colour?: string;
  cost?: Amount[];
  gives?: Amount[];
  brief?: string;
  flavour?: string;
  slots?: Slot[];
  face?: "down" | "up";
  turned?: boolean;
  in_use?: boolean;
  shows?: "all" | "left" | "right";
  boxes?: Box[];
  edge?: Edge | null;
  counters?: Counter[];
  tags?: Note[];
}

export interface Chances {
  label: string;
  good: number;
  of: number;
}

export interface Choice {
  key: string;
  label: string;
  note?: string;
  icon?: string;
  touches?: string[];
  group?: string;
  value?: number | null;
  final?: boolean;
  aside?: boolean;
}

export interface Clue {
  text: string;
  at?: [number, number];
  size?: number;
}

export interface Consent {
  seat: number;
  number: number;
  agree: boolean;
}

export interface Counter {
  type: "counter";
  id: string;
  name: string;
  count: number;
  of?: number | null;
  icon?: string;
  danger?: boolean;
  pool?: number | null;
}

export interface Cover {
  lines: string[];
  caption?: string;
  height?: number;
  back?: Shape[];
  figures?: Placed[];
}

export interface Cut {
  path: string;
  fill?: string;
  lift?: number;
  stroke?: string;
  width?: number;
  opacity?: number;
  inside?: Cut[];
}

export interface Die {
  type: "die";
  id: string;
  value?: number | null;
  sides?: number;
  seat?: number | null;
  face?: string;
  icon?: string;
  kind?: string;
  mark?: "" | "failure" | "success";
  in_use?: boolean;
}

export interface Done {
  kind: "done";
  id?: string | number | null;
}

export interface Edge {
  number: number;
  colour?: string;
  left?: "flat" | "knob" | "tab";
  right?: "flat" | "knob" | "tab";
}

export interface Ending {
  ending: string;
  winners: number[];
  scores: number[];
  record?: Record<string, unknown> | null;
  goes_on?: boolean;
  paused?: boolean;
}

export interface Field {
  name: string;
  label: string;
  kind: "choice" | "flag" | "number" | "pack" | "record" | "text";
  usual?: unknown;
  values?: unknown[];
  may_be_empty?: boolean;
  seldom?: boolean;
  called?: string[];
}

export interface Figure {
  shapes: Shape[];
  glows?: [number, number, number] | null;
  flat?: boolean;
  lying?: Shape[];
}

export interface GameCard {
  name: string;
  title: string;
  blurb: string;
  shelf: string;
  players: number[];
  has_secrets: boolean;
  has_reactions: boolean;
  fields: Field[];
  schema: Record<string, unknown>;
}

export interface HabitView {
  name: string;
  title: string;
  on: boolean;
  fits?: boolean;
}

export interface Hand {
  type: "hand";
  id: string;
  name?: string;
  cards?: Card[];
  hidden?: number;
  kind?: string;
  note?: string;
}

export interface Health {
  ok: boolean;
  version: string;
  tables: number;
  in_memory: number;
  sockets: number;
}

export interface ImportedTable {
  tale: string;
  places?: Place[];
  options?: Options;
}

export interface Invitation {
  seat: number;
  link: string;
  secret: string;
}

export interface Invite {
  seat: number;
  device?: boolean;
}

export interface Join {
  secret: string;
  name?: string;
}

export interface Left {
  face: string;
  left: number;
  of: number;
}

export interface Link {
  id: string;
  between: [string, string];
  look?: "route" | "stitched" | "wall";
  path?: string;
  one_way?: boolean;
}

export interface Mark {
  id: string;
  text: string;
  at?: [number, number];
  edge?: "" | "east" | "north" | "south" | "west";
  name?: string;
  state?: "done" | "in_use" | "open";
}

export interface Member {
  id: string;
  name: string;
  figure?: string;
  have?: boolean;
}

export interface Moment {
  table: string;
  match: number;
  you: number;
  number: number;
  first: number;
  last: number;
  scene: Scene;
  story: StoryPart;
}

export interface NewTable {
  game: string;
  setup?: Record<string, unknown>;
  places?: Place[];
  options?: Options;
}

export interface Note {
  text: string;
  icon?: string;
  rule?: string;
  heading?: string;
}

export interface Options {
  undo?: "forbid" | "new dice" | "same dice";
  first_answer?: boolean;
  companion?: boolean;
  timer?: number;
  pace?: number;
  hints?: boolean;
}

export interface OrderView {
  asked: string;
  answer: string;
  topic: string;
  key: string;
}

export interface Page {
  id: string;
  title: string;
  alone?: boolean;
  prose?: string[];
  label?: string;
  number?: string;
  things?: (Board | Row | Hand | Track | Sum | Set | Card | Die | Token | Stack | Counter | Slot)[];
  legend?: Note[];
  lang?: string;
}

export interface Panel {
  id: string;
  seat: number;
  name: string;
  who?: string;
  figure?: string;
  emblem?: string;
  colour?: string;
  active?: boolean;
  state?: "" | "fallen";
  things?: (Board | Row | Hand | Track | Sum | Set | Card | Die | Token | Stack | Counter | Slot)[];
  drawer?: (Board | Row | Hand | Track | Sum | Set | Card | Die | Token | Stack | Counter | Slot)[];
  note?: Note | null;
}

export interface Picture {
  id: string;
  cuts?: Cut[];
}

export interface Place {
  who?: "bot" | "me" | "open";
  name?: string;
  level?: "easy" | "fair" | "strong";
}

export interface Placed {
  figure: string;
  at: [number, number];
  scale?: number;
}

export interface Point {
  seat: number;
  element: string;
}

export interface Pointed {
  kind: "pointed";
  seat: number;
  element: string;
}

export interface Propose {
  seat: number;
  number: number;
  key?: string;
}

export interface RefusedThere {
  kind: "refused";
  refused: "bad request" | "no such page" | "no such table" | "no such game" | "no such moment" | "not yours" | "not the host" | "foreign" | "wrong link" | "wrong method" | "too slow" | "late" | "over" | "not over" | "not offered" | "not asked" | "no hints" | "bot plays" | "not undone" | "nothing to agree on" | "incident" | "stopped" | "too long" | "full" | "changed" | "too large" | "not JSON" | "bad setup" | "bad tale" | "bad address" | "too fast" | "too much" | "long head" | "busy" | "store";
  message: string;
  id?: string | number | null;
}

export interface Rename {
  seat: number;
  name: string;
}

export interface ReviewMoment {
  number: number;
  side: number;
  before: number;
  after: number;
  why?: string;
}

export interface ReviewPoint {
  number: number;
  chances: number[];
}

export interface ReviewView {
  match: number;
  sides: number[][];
  points: ReviewPoint[];
  moments: ReviewMoment[];
}

export interface Row {
  type: "row";
  id: string;
  name?: string;
  things?: (Card | Die | Token | Stack | Counter | Slot)[];
  columns?: number;
  note?: string;
  seldom?: boolean;
  slid?: boolean;
  look?: "" | "far" | "middle" | "near" | "stall";
}

export interface RuleText {
  id: string;
  kind: "example" | "note" | "rule" | "ruling";
  section: string;
  text: string;
}

export interface Said {
  refused: "bad request" | "no such page" | "no such table" | "no such game" | "no such moment" | "not yours" | "not the host" | "foreign" | "wrong link" | "wrong method" | "too slow" | "late" | "over" | "not over" | "not offered" | "not asked" | "no hints" | "bot plays" | "not undone" | "nothing to agree on" | "incident" | "stopped" | "too long" | "full" | "changed" | "too large" | "not JSON" | "bad setup" | "bad tale" | "bad address" | "too fast" | "too much" | "long head" | "busy" | "store";
  message: string;
  view?: View | null;
}

export interface Scene {
  game: string;
  title: string;
  subtitle?: string;
  you?: number;
  phases?: string[];
  phase?: number;
  phases_of?: string;
  page?: Page | null;
  elements?: (Board | Row | Hand | Track | Sum | Set | Card | Die | Token | Stack | Counter | Slot)[];
  left?: (Board | Row | Hand | Track | Sum | Set | Card | Die | Token | Stack | Counter | Slot)[];
  below?: (Board | Row | Hand | Track | Sum | Set | Card | Die | Token | Stack | Counter | Slot)[];
  right?: (Board | Row | Hand | Track | Sum | Set | Card | Die | Token | Stack | Counter | Slot)[];
  near?: (Board | Row | Hand | Track | Sum | Set | Card | Die | Token | Stack | Counter | Slot)[];
  seats?: Panel[];
  slips?: Card[];
  ask?: AskView | null;
  ending?: string;
  recap?: Note[];
  lang?: string;
  pictures?: Picture[];
}

export interface SeatView {
  seat: number;
  name: string;
  kind: "bot" | "open" | "person";
  here?: boolean;
  away?: boolean;
  is_host?: boolean;
  proposes?: string;
  devices?: number;
  former?: number;
  level?: "easy" | "fair" | "strong" | null;
  hints?: number;
  reason?: string;
}

export interface Set {
  type: "set";
  id: string;
  name: string;
  members?: Member[];
  stand?: string;
}

export interface Shape {
  path: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  lift?: number;
  dash?: string;
}

export interface Slot {
  type: "slot";
  id: string;
  label?: string;
  things?: (Card | Die | Token | Stack | Counter | Slot)[];
  note?: string;
  icon?: string;
  kind?: string;
  closed?: boolean;
  cost?: Amount[];
  locked?: string;
  on?: string;
  at?: [number, number] | null;
}

export interface Stack {
  type: "stack";
  id: string;
  name: string;
  count: number;
  icon?: string;
  kind?: string;
  top?: Card | null;
  left?: Left[];
}

export interface StandingOrder {
  seat: number;
  number: number;
  key: string;
}

export interface StoryPart {
  since: number;
  mark: string;
  lines: (Record<string, unknown>)[];
  told: Told[];
  anew?: boolean;
}

export interface Sum {
  type: "sum";
  id: string;
  name: string;
  terms?: Counter[];
  total?: number;
  need?: number;
  chances?: Chances[];
}

export interface Summary {
  text: string;
}

export interface TableCard {
  table: string;
  game: string;
  title: string;
  match: number;
  seats: SeatView[];
  your_seats: number[];
  your_turn: boolean;
  over: boolean;
  touched: number;
  subtitle?: string;
  page?: string;
  said?: string;
}

export interface TakeHabit {
  seat: number;
  name: string;
  on?: boolean;
}

export interface Theme {
  display?: string;
  day?: Record<string, string>;
  lantern?: Record<string, string>;
  icons?: Record<string, string>;
  kinds?: Record<string, string>;
  signs?: string[];
  torn?: string[];
  dark?: string[];
  figures?: Record<string, Figure>;
  cover?: Cover | null;
}

export interface Token {
  type: "token";
  id: string;
  name?: string;
  figure?: string;
  icon?: string;
  seat?: number | null;
  colour?: string;
  area?: string;
  step?: number;
  at?: [number, number] | null;
  scale?: number;
  lying?: boolean;
  tags?: Note[];
}

export interface Told {
  text: string;
  rule?: string;
  number?: number;
  icon?: string;
  heading?: boolean;
  trifle?: boolean;
  seat?: number;
}

export interface Track {
  type: "track";
  id: string;
  name: string;
  length: number;
  shine?: number | null;
  pawns?: Token[];
  steps?: Slot[];
  icon?: string;
  note?: string;
  ring?: boolean;
  first?: number;
  doom?: boolean;
  toward?: [number, number] | null;
}

export interface Turn {
  kind: "turn";
  number: number;
}

export interface Undo {
  seat: number;
  number: number;
}

export interface Update {
  kind: "update";
  changed?: Record<string, unknown>;
  scene?: Record<string, unknown>;
  story?: StoryPart;
}

export interface View {
  table: string;
  game: string;
  match: number;
  you: number;
  role: "host" | "player" | "spectator";
  your_seats: number[];
  seats: SeatView[];
  options: Options;
  your_turn: boolean;
  scene: Scene;
  story: StoryPart;
  orders?: OrderView[];
  habits?: HabitView[];
  webhook?: boolean;
  wish?: WishView | null;
  ending?: Ending | null;
  full_tale?: boolean;
  notice?: string;
}

export interface Webhook {
  seat: number;
  url?: string;
}

export interface WishView {
  by: number;
  number: number;
  asked: number[];
}
