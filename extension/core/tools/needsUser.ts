import { tidyPath } from "../targets/sketchPath.ts";
import { UNSEEN } from "../text/shownText.ts";

/**
 * What nobody but the user lets into a project: files that programs look for by their names or endings, and that say what is
 * run, or run themselves, when a folder is opened, a commit made, a package installed or an agent started. Source code is none
 * of these, though it is run one day: it is what agents are asked to edit.
 */

interface Rule {
  /** A clause about the file. */
  readonly why: string;
  /** Names of files in lower case, some with the folder that they lie in; `*` stands for any part of a name. */
  readonly files: string;
}

/** Folders whose files are run, whatever they are called. Those that begin with a dot are all such. */
const FOLDERS = "node_modules site-packages ruby_lsp";

/** Files that begin with a dot and still run nothing. Lists of what agents may not see are not among them. */
const HARMLESS =
  ".gitignore .gitkeep .keep .mailmap .nojekyll .editorconfig .dockerignore .eslintignore .prettierignore .stylelintignore";

/** Texts that have no ending by custom. */
const TEXTS =
  "readme license licence license-* licence-* copying notice changelog changes history news authors contributors thanks todo version";

/** The list is a superset of what VS Code 1.139 keeps from its own agents (`chat.tools.edits.autoApprove`). */
const rules: readonly Rule[] = [
  {
    why: "build and package tools run what this file says",
    files: `
      package.json package.json5 package.yaml deno.json deno.jsonc composer.json app.json nodemon.json bunfig.toml import_map.json
      lerna.json nx.json project.json workspace.json turbo.json rush.json angular.json pnpm-workspace.yaml
      tsconfig*.json jsconfig*.json tslint.json gulpfile.* gruntfile.* jakefile.* *.config.* *.conf.* *.config
      setup.py setup.cfg pyproject.toml tox.ini pytest.ini conftest.py noxfile.py fabfile.py environment.y*ml *.pth
      sitecustomize.py usercustomize.py hatch_build.py pdm_build.py mypy.ini conanfile.*
      cargo.toml build.rs rust-toolchain rust-toolchain.* go.mod go.work build.zig build.zig.zon
      pom.xml build.xml *.gradle *.gradle.kts gradle.properties gradle-wrapper.properties *.sbt build.sc build.mill server.xml
      *.csproj *.fsproj *.vbproj *.vcxproj *.proj *proj.user *.props *.targets *.sln *.slnx global.json directory.build.* *.psd1
      cmakelists.txt cmakepresets.json cmakeuserpresets.json *.cmake *.mk *.mak *.make *.am *.ac *.m4 *.ninja meson.build
      meson_options.txt makefile.* build.pl build.bazel workspace.bazel module.bazel *.bzl xmake.lua premake5.lua *.gyp *.gypi
      *.pbxproj *.xcscheme *.podspec *.podspec.json package.swift
      rakefile.* *.rake *.gemspec mix.exs config/*.exs setup.hs *.cabal cabal.project cabal.project.* stack.yaml project.clj
      deps.edn pubspec.yaml *.nimble *.opam shard.yml dub.json dub.sdl *.nix mise.toml mise.*.toml justfile.* *.just taskfile.*
      taskfile-*.y*ml vercel.json netlify.toml firebase.json wrangler.toml wrangler.json wrangler.jsonc cdk.json serverless.*`,
  },
  {
    why: "it says which packages are installed, and packages run",
    files: `
      *.lock *.lockb *.lockfile *-lock.json *-lock.y*ml npm-shrinkwrap.json go.sum go.work.sum package.resolved requirements*.txt
      constraints*.txt`,
  },
  {
    why: "hooks, containers and pipelines run what this file says",
    files: `
      lefthook.* lefthook-local.* dockerfile.* *.dockerfile containerfile.* docker-compose*.y*ml compose.y*ml compose.*.y*ml
      docker-bake*.* devcontainer.json vagrantfile.* jenkinsfile.* azure-pipelines*.y*ml *-pipelines.y*ml appveyor.y*ml
      cloudbuild.y*ml buildspec*.y*ml codemagic.y*ml action.y*ml skaffold.y*ml`,
  },
  {
    why: "agents and editors take their orders from it",
    files: `
      agents.md agents.*.md agent.md claude.md claude.*.md gemini.md qwen.md skill.md copilot-instructions.md *.instructions.md
      *.prompt.md *.chatmode.md *.agent.md mcp.json claude_desktop_config.json gemini-extension.json hooks.json opencode.json
      opencode.jsonc crush.json *.code-workspace *.sublime-project`,
  },
  {
    why: "a system or a shell reads it when it starts",
    files: "profile.ps1 *_profile.ps1 *.service *.timer *.socket *.desktop *.plist *.reg *.lnk autorun.inf",
  },
];

const isFolder = nameTest(FOLDERS);
const isHarmless = nameTest(HARMLESS);
const isText = nameTest(TEXTS);
const judged = rules.map(({ why, files }) => ({ why, isMeant: nameTest(files) }));

/**
 * Says why an edit of a file waits for the user even if edits are accepted automatically, as a clause; `undefined` if it need not. `path`
 * is relative to the folder of the project. Of a link, the path that it leads to has to be judged as well. Names are read as any file
 * system may read them: without regard to case, and on Windows to blanks and dots at the end and to streams.
 */
export function needsUser(path: string): string | undefined {
  const names = tidyPath(path).split("/").map(asRead);
  const file = names.at(-1) ?? "";
  if (names.some((name) => /~\d/.test(name))) return "a short name of Windows may stand for any file";
  const folders = names.slice(0, -1);
  if (folders.some(isHidden) || (isHidden(file) && !isHarmless(file))) {
    return "programs keep what they run, and how, in files and folders that begin with a dot";
  }
  if (folders.some(isFolder)) return "packages in this folder are run";
  if (isHidden(file)) return undefined;
  const rule = judged.find(({ isMeant }) => isMeant(file) || isMeant(names.slice(-2).join("/")));
  if (rule !== undefined) return rule.why;
  return file.includes(".") || isText(file) ? undefined : "a file without an ending is mostly a script or a build file";
}

/** Normalizes a name: sharp s, ligatures and the like become what a file system that ignores case takes them for. */
function asRead(segment: string): string {
  const [name = ""] = segment.replace(UNSEEN, "").normalize("NFC").toUpperCase().toLowerCase().split(":");
  return name.replace(/(?<![. ])[. ]+$/, "");
}

/** Checks whether a name begins with a dot; one of nothing but dots has lost them (`asRead`). */
function isHidden(name: string): boolean {
  return name === "" || name.startsWith(".");
}

/** Makes a test for whether a name is one of a list with blanks between. */
function nameTest(list: string): (name: string) => boolean {
  const patterns = list
    .trim()
    .split(/\s+/)
    .map((name) => name.replaceAll(".", "\\.").replaceAll("*", "[^/]*"));
  const any = new RegExp(`^(?:${patterns.join("|")})$`);
  return (name) => any.test(name);
}
