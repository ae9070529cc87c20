import { expect, it } from "vitest";
import { readStatements } from "../../../extension/core/sketch/statements.ts";
import type { Statement, Voice } from "../../../extension/core/sketch/statement.ts";

/** `delete a, b (imports); not rename a > b @after c`, each statement of a text. */
function shown(text: string, voice: Voice): string[] {
  return readStatements(text, voice).map((statement) => shownOne(statement));
}

function shownOne({ kind, names, newNames, noun, anchor, isPart, certainty }: Statement): string {
  const marks = [CERTAINTIES[certainty], isPart ? "part of" : ""];
  const place = anchor === undefined ? "" : `@${[anchor.place, ...anchor.names].join(" ")}`;
  const renamed = newNames.length === 0 ? "" : `> ${newNames.join(", ")}`;
  return [...marks, kind, names.join(", "), noun === undefined ? "" : `(${noun})`, renamed, place]
    .filter((part) => part !== "")
    .join(" ");
}

const CERTAINTIES = { said: "", advised: "please", negated: "not", hedged: "perhaps" };

it.each<[string, string[]]>([
  ["I removed `total`.", ["delete total"]],
  ["I removed the `total` helper and the `Cart` import.", ["delete total (helper)", "delete Cart (import)"]],
  ["`total` is gone, and so is the loop.", ["delete total"]],
  ["The `total` and `sum` methods are gone.", ["delete total (methods)", "delete sum (methods)"]],
  ["I dropped the `os` and `sys` imports.", ["delete os (imports)", "delete sys (imports)"]],
  [
    "`total` is gone together with the imports that only it used (`os`, `sys`).",
    ["delete total", "delete os, sys (imports)"],
  ],
  ["Both `-webkit-sticky` declarations can go.", ["delete -webkit-sticky (declarations)"]],
  ["`total` is inlined into `checkout` and gone.", ["delete total"]],
  ["In the mock, `getItems()` can simply go:", ["delete getItems()"]],
  ["- removed `total`\n- renamed `a` to `b`", ["delete total", "rename a > b"]],
  ["What is gone: the `total` constant and the `sum` method.", ["delete total (constant)", "delete sum (method)"]],
  ["The legacy job is removed completely.", ["delete legacy (job)"]],
  ["So `a` and `b` are removed with their comments.", ["delete a", "delete b"]],
  ["Also, `a` and the `b` job are gone.", ["delete a", "delete b (job)"]],
  ["Gone are `a` (see above) and `b`.", ["delete a", "delete b"]],
  ["Gone is the `a` import.", ["delete a (import)"]],
  ["`a` is removed, and so is the `b` method.", ["delete a", "delete b (method)"]],
  ["I deleted `a`, and so are `b` and `c`.", ["delete a", "delete b", "delete c"]],
  ["`a` stays as it is, and so does `b`.", ["keep a", "keep b"]],
  ["The `a` rule between the first rule and the `b` rule is removed.", ["delete a (rule) @between b"]],
  ["The whole `a` group, including the comment above it, is removed.", ["delete a (group)"]],
  ["In the template only the commented `<a>` is removed.", ["delete <a>"]],
  ["In the mock the `a` method can go.", ["delete a (method)"]],
  ["The views are merged, and the `a` loop between types and rules is removed.", ["delete a (loop)"]],
  ["`a` is removed; `b`, `c` and the `d` job are untouched.", ["delete a", "keep b", "keep c", "keep d (job)"]],
  ["`a` is removed, `b` and `c` are untouched.", ["delete a", "keep b", "keep c"]],
  ["`a` is gone from between `b` and RULES.", ["delete a @from b"]],
  ["I removed the section *Unit tests (old)*.", ["delete Unit tests (old) (section)"]],
  ["The `total` helper is *not* removed.", ["not delete total (helper)"]],
  ["**Do not** remove `total`.", ["not delete total"]],
  ["`total` is now called `sum`.", ["rename total > sum"]],
  ["I renamed `a` to `b` and `c` to `d`.", ["rename a > b", "rename c > d"]],
  ["`a` is now called `b` and `c` is called `d`.", ["rename a > b", "rename c > d"]],
  ["I rewrote it; it is now called `sum`.", ["rename > sum"]],
  ["I moved `total` right below `checkout`.", ["move total @after checkout"]],
  ["I moved `total` from below `a` to directly above `b`.", ["move total @before b"]],
  ["`total` moved to the end of the class.", []],
  ["I replaced `total` by `sum`.", ["replace total > sum"]],
  ["I substituted `sum` for `total`.", ["replace total > sum"]],
  ["I substituted `total` with `sum`.", ["replace total > sum"]],
  ["I swapped the `os` import for `sys`.", ["part of replace os (import) > sys"]],
  ["I wrapped the `save` call in a `try`.", ["wrap save (call) > try"]],
  ["I added a `sum()` method.", ["add sum() (method)"]],
  ["The `Cart` import stays.", ["keep Cart (import)"]],
  ["`total` is still used in `checkout`, so the import stays.", ["part of keep total @into checkout"]],
  ["I left `Cart` alone.", ["keep Cart"]],
  ["Everything else in the class stays the same.", ["only"]],
  ["I moved `a` up. Nothing else changes.", ["move a", "only"]],
  ["I removed everything below `total`.", ["cut total"]],
  ["The file now ends with the `total` method.", ["cut total (file)"]],
  [
    "The `old` job is gone: the page ends right after *The End*.",
    ["delete old (job) @after The End", "cut The End (file)"],
  ],
  ["The manifest ends at `storage: 1Gi`.", ["cut storage: 1Gi (file)"]],
  ["The file should end with a newline.", []],
  ["The loop ends with `total`.", []],
  ["This is just an example.", ["example"]],
  // What the sentence has spoken of before.
  ["The `os` import at the top isn't used by anything either, so remove that line too.", ["delete os (import)"]],
  ["`total` is the same as `sum`, so drop it.", ["delete total"]],
  ["Call `total` in `sum`, then remove it.", []],
  ["The names repeat, so remove `total` and its loop, leaving", ["delete total"]],
  // A part of what has the name, or a use of it.
  ["Those two `<Suppression>` elements go away.", ["part of delete <Suppression> (elements)"]],
  ["I removed the `debug` option from `parse`.", ["part of delete debug (option) @from parse"]],
  ["I removed `Cart`'s `total` method.", ["part of delete total (method)"]],
  ["I removed the second `total` call.", ["part of delete total (call)"]],
  ["I removed the body of `total`.", ["part of delete total (body)"]],
  // One of several whose names have it.
  ["I removed the free-threaded linux job.", ["part of delete linux (job)"]],
  // Not done, or not here.
  ["You can also remove `total`.", ["please delete total"]],
  ["`total` can be deleted: nobody calls `sum`.", ["please delete total"]],
  ["You can then remove `total`.", ["please delete total"]],
  ["`total` is unused now and should go.", ["delete total"]],
  ["`total` is now unused and can be deleted.", ["please delete total"]],
  ["`total` has no other users, remove it.", ["delete total"]],
  ["The user can delete `total`.", ["perhaps delete total"]],
  ["There is no need for `total` anymore, so it is removed.", ["delete total"]],
  ["That makes `total` dead code, so delete it.", ["delete total"]],
  ["`total` calls `sum`, so it is gone.", []],
  ["`total` in `src/cart.ts` is removed.", ["delete total @into src/cart.ts"]],
  ["`total` and `sum` have no callers now. Delete both functions.", ["delete total", "delete sum"]],
  // Heads of lists.
  [
    "Removed:\n\n- the `total` helper\n- `a` and `b`, which nobody calls",
    ["delete total (helper)", "delete a", "delete b"],
  ],
  ["Deleted from `src/cart.ts`:\n* the imports of `a` and `b`", ["delete a (imports)", "delete b"]],
  ["What's gone:\n1. `total`\n2. the `sum` method", ["delete total", "delete sum (method)"]],
  ["I've removed the following:\n\n- `total`\n\nThe `sum` method calls `a` now.", ["delete total"]],
  ["Removed from the class:\n- `total`\n- renamed `a` to `b`", ["rename a > b"]],
  ["Removed:\n- `total` (no longer used)\n- `sum`", ["delete total", "delete sum"]],
  ["Removed:\n- `total`. Nobody calls it.\n- `sum`", ["delete total", "delete sum"]],
  ["Removed:\n- `total` rounds now\n- `sum`", []],
  ["Removed:\n- not `total`", []],
  ["Removed:\n- `total`\n\n## `sum`\n\nIt is as before.", ["delete total"]],
  ["Removed:\n- `total`\n\n> `sum`", ["delete total"]],
  ["Here you go:\n- `total` and `sum` skip free items too", []],
  ["I went through the file and found these:\n- `total`", []],
  ["Here's what went wrong:\n- `total`", []],
  ["Removed the unused rounding from:\n- `total`", []],
  ["Drop the following into `cart.ts`:\n- `total`", []],
  ["When a row is deleted from `cart.ts`:\n- `total`", []],
  ["You could remove:\n- `total`", []],
  ["I did not remove:\n- `total`", []],
  ["Removed `total` for two reasons:\n- `sum` does the same\n- `a` was slow", ["part of delete total"]],
  // Pronouns for several.
  ["`a` and `b` have no callers, so they are gone.", ["delete a", "delete b"]],
  ["The imports of `a` and `b` were only used there, so they are deleted too.", ["delete a (imports)", "delete b"]],
  ["`a` and `b` have no callers. They are removed.", ["delete a", "delete b"]],
  ["The lines of `a` are long, so they are gone.", []],
  ["`a` and `b` may go later, they are not removed.", []],
  ["`a` and `b` accept rows without a price, so they are dropped here.", []],
  ["`a` and `b` had three stale comments. They are gone now.", []],
  ["`a` and `b` have no callers, so they are gone from `c`.", []],
  ["`a` and `b` are unused, so they are gone now.", ["delete a", "delete b"]],
  ["`total` and the `sum` helper come from `cart`, so delete these two here.", ["delete total", "delete sum"]],
  [
    "Nothing calls these three, so remove them:\n\n- `total`\n- `sum`, `count`\n\nNow `run`:",
    ["delete total", "delete sum", "delete count"],
  ],
  ["The hook is `total`. Delete the function entirely.", ["delete total"]],
  ["With that nothing calls `total`, so delete the whole function.", ["delete total"]],
  ["`total` calls `sum`. Delete it.", []],
  ["Delete them.", []],
  ["Delete all tests.", []],
  ["In a follow-up you can remove `total`.", ["perhaps delete total"]],
  ["You could also remove `total`.", ["perhaps delete total"]],
  [
    "The job is gone: its call in `run`, the `job` helper and the `os` import.",
    ["delete job (helper)", "delete os (import)"],
  ],
  ["It reuses `sum` (the second helper `total` is deleted) and is short.", ["part of delete total (helper)"]],
  ["The import of `a` from `b` is removed.", ["delete a (import) @from b"]],
  ["Less to maintain – `a` is removed altogether.", ["delete a"]],
  ["If you want, remove `total`.", ["perhaps delete total"]],
  ["Don't remove `total`.", ["not delete total"]],
  ["`total` is not removed.", ["not delete total"]],
  ["`total` can be removed afterwards.", ["perhaps delete total"]],
  ["Remember to drop `total` from the docs.", ["perhaps part of delete total"]],
  ["Please rename `total` to `sum` there as well.", ["please rename total > sum"]],
  // What code does, and what is said of other things.
  ["`checkout` no longer calls `total`.", []],
  ["`checkout` removes `total` from the list.", []],
  ["`put` writes to a file and moves it into place.", []],
  ["The removed `total` was slow.", []],
  ["`total` is removed on exit.", ["perhaps part of delete total"]],
  ["`createCart` is called twice.", []],
  ["It goes between `a` and `b`.", []],
  ["I dropped the check, `total` is now cheap.", []],
  ["", []],
])("%s", (text, want) => {
  expect(shown(text, "answer")).toEqual(want);
});

it.each<[string, string[]]>([
  ["Remove computeTotal, which nothing calls, and make sum ignore it.", ["delete computeTotal"]],
  ["Rename getTotal to computeTotal.", ["rename getTotal > computeTotal"]],
  ["can you move getTotal next to getSum", ["move getTotal @into getSum"]],
  ["Add a `clear()` method to remove `items`.", ["add clear() (method)", "perhaps delete items"]],
  ["`clear` should check the cart and remove `items`.", ["perhaps delete items"]],
  ["Add an endpoint for deleting `items`.", []],
  ["I want to remove `items`.", ["delete items"]],
  ["drop the bpython extra", ["delete bpython (extra)"]],
  ["I am removing the unused Cart helper", ["delete Cart (helper)"]],
  ["Drop the unused Settings import.", ["delete Settings (import)"]],
  ['Remove the test "adds two items".', ["delete adds two items (test)"]],
  ["we use the yaml package. remove js_yaml", ["delete js_yaml"]],
  ["The runners are gone. drop the legacy job", ["delete legacy (job)"]],
])("%s (asked for)", (text, want) => {
  expect(shown(text, "instruction")).toEqual(want);
});

it.each<[string, string[]]>([
  ["Ich habe `total` entfernt.", ["delete total"]],
  ["`total` und `sum` wurden gelöscht, `a` ist in `b` umbenannt.", ["delete total, sum", "rename a > b"]],
  ["Ich habe `total` aus `Cart` entfernt.", ["part of delete total, Cart"]],
  ["`total` wird nicht entfernt.", ["not delete total"]],
  ['Am Ende von "Bug fixes" ist er gelöscht.', []],
  ["L'import de `total` est supprimé.", ["part of delete total"]],
  ["Renommé de `total` en `sum`.", ["rename total > sum"]],
  ["Du kannst `total` entfernen.", ["perhaps delete total"]],
  ["J'ai supprimé `total` et renommé `a`.", []],
  ["J'ai renommé `a` en `b`.", ["rename a > b"]],
  ["He eliminado `total`.", ["delete total"]],
  ["Removi `total`.", ["delete total"]],
  ["我删除了 `total`。", ["delete total"]],
  // The full-width comma, colon and question mark.
  ["删除了 `total`\uFF0C并将 `a` 重命名为 `b`。", ["delete total", "rename a > b"]],
  ["改动如下\uFF1A删除了 `total`\uFF01将 `a` 重命名为 `b`", ["delete total", "rename a > b"]],
  ["`total` を削除しました。", ["delete total"]],
  ["`total` は削除しません。", ["not delete total"]],
])("%s (other languages)", (text, want) => {
  expect(shown(text, "answer")).toEqual(want);
});
