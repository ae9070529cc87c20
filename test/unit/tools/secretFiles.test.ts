import { expect, test } from "vitest";
import { bareResult } from "../../../extension/core/tools/editResult.ts";
import { holdsSecrets, withoutLines } from "../../../extension/core/tools/secretFiles.ts";

test.each([
  ".env",
  ".env.local",
  "config/.ENV.production",
  "docker/prod.env",
  ".envrc",
  ".npmrc",
  "/home/me/.netrc",
  "C:\\Users\\me\\_netrc",
  ".git-credentials",
  ".pypirc",
  "certs/server.pem",
  "server.KEY",
  "release.keystore",
  ".ssh/config",
  "x/id_rsa",
  "id_ed25519",
  ".aws/credentials",
  ".docker/config.json",
  "credentials.json",
  "k8s/secret.yaml",
  "prod.tfvars",
  "terraform.tfstate.backup",
])("%s holds secrets", (path) => {
  expect(holdsSecrets(path)).toBe(true);
});

test.each([
  ".env.example",
  ".env.sample",
  "src/env.ts",
  "environment.env.ts",
  "src/id_map.ts",
  "id_rsa.pub",
  "keys.ts",
  "secrets.ts",
  "docs/secrets.md",
  "src/credentials.go",
  "ssh/config.ts",
  "package.json",
  ".gitignore",
])("%s holds none", (path) => {
  expect(holdsSecrets(path)).toBe(false);
});

test("nothing of a file is left in a result, and what became of the edit is", () => {
  const secret = "KEY=abc123";
  const result = withoutLines({
    ...bareResult("not sure", ".env", `"A=1" would stand beside "${secret}", which the sketch does not mention.`),
    diff: ` ${secret}\n+A=1`,
    remarks: [`The sketch does not show "${secret}".`],
    regions: [{ lines: { start: 1, end: 1 }, text: secret }],
    pieces: [
      {
        number: 1,
        state: "open",
        certainty: 1,
        lines: { start: 1, end: 1 },
        reason: `"${secret}" is in the file 2 times.`,
        alternatives: [
          {
            number: 1,
            label: `after \`${secret}\``,
            certainty: 1,
            lines: { start: 1, end: 1 },
            text: secret,
            diff: `1 - ${secret}`,
          },
        ],
      },
    ],
    problems: [{ severity: "error", line: 1, message: `${secret} is no name.` }],
    hunks: [{ outcome: "pending", before: { start: 1, end: 0 }, now: { start: 1, end: 1 } }],
  });
  expect(JSON.stringify(result)).not.toContain("abc123");
  expect(result).toMatchObject({ outcome: "not sure", file: ".env", hunks: [{ outcome: "pending" }], pieces: [] });
  expect(withoutLines(bareResult("previewed", ".env", "Nothing was written.")).message).toMatch(
    /^Nothing was written\. By its name the file holds secrets/,
  );
});
