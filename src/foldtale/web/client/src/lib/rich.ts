/** Rule text with light Markdown, cut into pieces that a component can set: no markup is ever put into the page. */

import type { RuleText } from "./types";

export interface Piece {
  text: string;
  look: "" | "strong" | "em" | "code" | "rule";
  isMarked: boolean;
}

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\b([A-Z]{1,5}-[A-Z]{0,2}\d{1,4})\b/g;

const plain = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Pieces of a text. Ids that `isRule` knows become links, `words` are marked. */
export function piecesOf(text: string, isRule: (id: string) => boolean, words: string[] = []): Piece[] {
  const found: Piece[] = [];
  const sought = words.length ? new RegExp(`(${words.map(plain).join("|")})`, "gi") : null;
  const add = (part: string | undefined, look: Piece["look"]) => {
    if (!part) return;
    const cut = sought && look !== "rule" ? part.split(sought) : [part];
    cut.forEach((each, at) => each && found.push({ text: each, look, isMarked: at % 2 === 1 }));
  };
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, strong, em, code, id] = match;
    if (id && !isRule(id)) continue;
    add(text.slice(end, match.index), "");
    if (id) add(id, "rule");
    else add(strong ?? em ?? code, strong ? "strong" : em ? "em" : "code");
    end = match.index + whole.length;
  }
  add(text.slice(end), "");
  return found;
}

/** The words of a search; short ones say nothing, unless they are numbers. */
export const wordsOf = (query: string): string[] =>
  query.toLowerCase().split(/\s+/).filter((word) => word.length > 2 || /\d/.test(word));

/** Statements in which all words occur, those with the sought id first. */
export function search(entries: RuleText[], words: string[]): RuleText[] {
  const asked = words.join("").replaceAll("-", "");
  const found = entries.filter((entry) => {
    const hay = `${entry.id} ${entry.id.replaceAll("-", "")} ${entry.section} ${entry.text}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
  const isIt = (entry: RuleText) => (entry.id.toLowerCase().replaceAll("-", "").endsWith(asked) ? 0 : 1);
  return found.sort((one, other) => isIt(one) - isIt(other));
}

export interface Block {
  kind: "head" | "item" | "line";
  text: string;
}

/** A summary of the rules in blocks: headings, items of lists, paragraphs. */
export function blocksOf(markdown: string): Block[] {
  const blocks = markdown.trim().split(/\n\s*\n|\n(?=- )/).map((block) => block.replace(/\s+/g, " ").trim());
  return blocks.filter(Boolean).map((block) => {
    if (block.startsWith("#")) return { kind: "head", text: block.replace(/^#+ */, "") };
    return block.startsWith("- ") ? { kind: "item", text: block.slice(2) } : { kind: "line", text: block };
  });
}

export interface Chapter {
  name: string;
  kind: RuleText["kind"];
  entries: RuleText[];
}

/** The sections in their order; where rules and rulings share a heading, each has its own. */
export function chaptersOf(entries: RuleText[]): Chapter[] {
  const found = new Map<string, Chapter>();
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.section}`;
    const chapter = found.get(key) ?? { name: entry.section, kind: entry.kind, entries: [] };
    chapter.entries.push(entry);
    found.set(key, chapter);
  }
  return [...found.values()];
}
