import type { Statement } from "./statement.ts";
import type { Token } from "./statementTokens.ts";
import type { StatementKind } from "./statementWords.ts";

/*
 * Sentences in German, French, Spanish, Portuguese, Chinese and Japanese. Only their verbs and the names in backticks are known, and no
 * grammar: so a clause counts only if it has one kind of verb, and if it is clear what the names are to it.
 */

/** Whole words; where a language has no blanks between words, parts of them. */
const VERB_WORDS: Readonly<Partial<Record<StatementKind, string>>> = {
  delete: `entfernt entferne entfernen gelöscht lösche löschen gestrichen entfällt entfallen weggefallen
    supprimé supprimée supprimés supprimées supprime supprimer retiré retirée retirés retirées enlevé enlevée
    eliminado eliminada eliminados eliminadas eliminé elimina eliminar borrado borrada borré quitado quitada quité
    removi removido removida removidos removidas remova remover excluí excluído apaguei`,
  rename:
    "umbenannt renommé renommée renommés renomme renommer renombrado renombrada renombré renombrar renomeei renomeado renomeada renomear",
  move: "verschoben verschiebe déplacé déplacée déplacés déplace movido movida moví",
  replace: `ersetzt ersetze ersetzen remplacé remplacée remplacés remplace reemplazado reemplazada reemplacé sustituido sustituí
    substituí substituído substituída`,
  keep: "unverändert inchangé inchangée sin-cambios inalterado inalterada",
  add: "hinzugefügt ergänzt eingefügt ajouté ajoutée ajoutés añadido añadida añadí agregado adicionei adicionado adicionada",
};
const VERB_PARTS: Readonly<Partial<Record<StatementKind, RegExp>>> = {
  delete: /删除|移除|删掉|去掉|削除/u,
  rename: /重命名|改名|リネーム|名前を/u,
  move: /移动|移到|移動/u,
  replace: /替换|换成|置き換え|置換/u,
  keep: /保持不变|そのまま/u,
  add: /添加|新增|加入|追加/u,
};
const VERB_OF: ReadonlyMap<string, StatementKind> = new Map(
  (Object.entries(VERB_WORDS) as [StatementKind, string][]).flatMap(([kind, list]) =>
    list.split(/\s+/).map((word): [string, StatementKind] => [word, kind]),
  ),
);
const NEGATED = /^(?:nicht|kein|keine|keinen|nie|pas|jamais|no|nunca|não|sem|ohne|sans|sin)$|不[^变]|没|ない|ません/u;
const HEDGED =
  /^(?:wenn|falls|könnte|könntest|kannst|können|kann|sollte|solltest|später|si|peux|pouvez|pourrait|pourriez|puedes|puede|podrías|pode|poderia|se)$|如果|可以|もし|できます/u;
const PLACED =
  /^(?:aus|in|im|von|vom|bei|nach|vor|hinter|über|unter|zwischen|de|des|dans|da|do|das|dos|del|en|em|na|no|après|avant)$|从|在|から|の(?:中|前|後)/u;
const OF = /^(?:von|vom|de|del|des|do|da)$/;
const EDGE = /^(?:ende|anfang|schluss|fin|début|final|principio|comienzo|fim|início)$/;

/** Reads what a sentence in one of these languages says: at most one statement for each clause, and none if it is not clear. */
export function readForeign(tokens: readonly Token[]): Omit<Statement, "voice" | "sentence">[] {
  if (!tokens.some((token) => verbOf(token) !== undefined)) return [];
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === "mark" && /[,;:]/.test(token.text) && clauses.at(-1)?.some((each) => verbOf(each) !== undefined))
      clauses.push([]);
    else clauses.at(-1)?.push(token);
  }
  return clauses.flatMap(readClause);
}

function verbOf({ type, text }: Token): StatementKind | undefined {
  if (type !== "word") return undefined;
  const known = VERB_OF.get(text);
  if (known !== undefined || !/[\u3040-\u30ff\u4e00-\u9fff]/u.test(text)) return known;
  return (Object.entries(VERB_PARTS) as [StatementKind, RegExp][]).find(([, part]) => part.test(text))?.[0];
}

function readClause(clause: readonly Token[]): Omit<Statement, "voice" | "sentence">[] {
  const kinds = new Set(clause.flatMap((token) => verbOf(token) ?? []));
  const [kind] = kinds;
  // "Am Ende von `a`" names a place alone.
  const isPlace = (at: number): boolean =>
    kind === "delete" && OF.test(clause[at - 1]?.text ?? "") && EDGE.test(clause[at - 2]?.text ?? "");
  const names = clause.flatMap(({ type, isQuoted, text }, at) =>
    type === "name" && isQuoted && !isPlace(at) ? [text] : [],
  );
  const [name, newName] = names;
  if (kind === undefined || kinds.size > 1 || name === undefined) return [];
  const isPair = kind === "rename" || kind === "replace";
  if (isPair && names.length !== 2) return [];
  const words = clause.filter(({ type }) => type === "word").map(({ text }) => text);
  const certainty = words.some((word) => NEGATED.test(word))
    ? "negated"
    : words.some((word) => HEDGED.test(word))
      ? "hedged"
      : "said";
  const isPlaced = !isPair && words.some((word) => PLACED.test(word));
  return [
    {
      kind,
      names: isPair ? [name] : names,
      noun: undefined,
      newNames: isPair && newName !== undefined ? [newName] : [],
      anchor: undefined,
      isPart: isPlaced,
      isLoose: false,
      certainty,
    },
  ];
}
