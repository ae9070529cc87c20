import { tidyPath } from "../targets/sketchPath.ts";
import type { EditResult } from "./editResult.ts";

/** Patterns of samples, which are made to be read. */
const SAMPLE = /^\.env\.(?:example|sample|template|dist|defaults?|schema)$/;

/** Files that programs keep passwords, tokens and private keys in. */
const SECRET_NAMES: readonly RegExp[] = [
  // Settings of an environment: .env, .env.local, prod.env, .envrc
  /^\.env(?:\..+)?$/,
  /^[^.]+\.env$/,
  /^\.envrc$/,
  // Logins of tools
  /^[._](?:netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg|my\.cnf)$/,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|properties|env|txt|xml))?$/,
  /\.tf(?:vars|state)(?:\..+)?$/,
  // Private keys, and what holds them; the public halves end with .pub
  /^id_[^.]+$/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|gpg|asc)$/,
];

/** Folders that are there for nothing else. */
const SECRET_FOLDERS = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker"]);

/** Checks whether a file holds secrets as far as its path tells, whatever it really holds. */
export function holdsSecrets(path: string): boolean {
  const segments = tidyPath(path).toLowerCase().split("/");
  const name = segments.pop() ?? "";
  if (segments.some((segment) => SECRET_FOLDERS.has(segment))) return true;
  return !SAMPLE.test(name) && SECRET_NAMES.some((pattern) => pattern.test(name));
}

/**
 * Removes from a result everything that the file holds: an agent that may not read a file of secrets must not read it by asking what an
 * edit would do. Ranges of lines stay, and so does what an agent needs to know of its edit.
 */
export function withoutLines(result: EditResult): EditResult {
  // The reasons of a doubt quote the lines that it is about.
  const message =
    result.outcome === "not sure"
      ? "It is not sure what the edit means, and nothing was changed but what the user accepted."
      : result.message;
  return {
    ...result,
    message: `${message} By its name the file holds secrets, so none of its lines are shown; ask the user for what you need of it.`,
    diff: "",
    remarks: [],
    regions: [],
    // Which of them are placed tells what lines there are.
    pieces: [],
    problems: result.problems.map((problem) => ({ ...problem, message: "Not shown." })),
  };
}
