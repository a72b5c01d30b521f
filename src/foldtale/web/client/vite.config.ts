import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const require = createRequire(import.meta.url);
const GAMES = join(import.meta.dirname, "../../games");
const SET = "@iconify-json/game-icons/icons.json";

/** Words in a file that may name an icon. */
function words(file: string): string[] {
  return readFileSync(file, "utf-8").match(/[a-z][a-z0-9]*(?:-[a-z0-9]+)*/g) ?? [];
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** Only the icons in use: those that the page names, and those that games name in their themes, words and packs. */
function icons(): Plugin {
  const name = "virtual:icons";
  return {
    name: "icons",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const all = JSON.parse(readFileSync(require.resolve(SET), "utf-8")).icons as Record<string, { body: string }>;
      const named = new Set(words(join(import.meta.dirname, "src/lib/icons.svelte.ts")));
      for (const file of filesIn(GAMES)) {
        if (/\.(py|yaml)$/.test(file)) {
          const text = readFileSync(file, "utf-8");
          for (const found of text.matchAll(/(?:icon[a-z]*[=:] ?|: ?)"?([a-z][a-z0-9-]*)"?/g)) named.add(found[1]!);
        }
      }
      const kept = [...named].filter((one) => one in all).sort();
      const paths = kept.map((one) => [one, all[one]!.body.match(/ d="([^"]+)"/)![1]]);
      return `export default ${JSON.stringify(Object.fromEntries(paths))}`;
    },
  };
}

export default defineConfig({
  plugins: [icons(), svelte()],
  build: {
    outDir: "../static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
});
