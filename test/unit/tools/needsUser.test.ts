import { describe, expect, test } from "vitest";
import { needsUser } from "../../../extension/core/tools/needsUser.ts";

const paths = (text: string): readonly string[] => text.trim().split(/\s+/);

describe("an edit waits for the user", () => {
  test.each([
    [
      "of hidden files and folders",
      "begin with a dot",
      `.vscode/tasks.json .vscode/settings.json .idea/workspace.xml .husky/pre-commit .githooks/pre-push.sh .envrc .env .env.local
       .bashrc .zshrc .profile .github/workflows/ci.yml .gitlab-ci.yml .circleci/config.yml .devcontainer/devcontainer.json .npmrc
       .yarnrc.yml .pnpmfile.cjs .gitattributes .gitmodules .gitconfig .pre-commit-config.yaml .lintstagedrc .eslintrc.js .prettierrc
       .claude/settings.json .claude/hooks/check.py .mcp.json .cursor/mcp.json .cursorrules .cursorignore .cargo/config.toml
       .mvn/jvm.config .storybook/main.ts packages/a/.swcrc docs/.vitepress/theme/index.ts .vimrc .exrc .dir-locals.el`,
    ],
    [
      "of what builds and installs",
      "build and package tools",
      `package.json packages/a/package.json composer.json deno.json tsconfig.json tsconfig.build.json vite.config.ts eslint.config.mjs
       webpack.config.js next.config.mjs karma.conf.js web.config app.config nuget.config gulpfile.js setup.py conftest.py
       tests/conftest.py pyproject.toml tox.ini Cargo.toml build.rs go.mod pom.xml build.gradle settings.gradle.kts
       gradle/wrapper/gradle-wrapper.properties App.csproj Directory.Build.props CMakeLists.txt cmake/find.cmake rules.mk Makefile.am
       BUILD.bazel defs.bzl lib/tasks/db.rake shop.gemspec mix.exs Package.swift flake.nix Taskfile.yml nx.json turbo.json
       binding.gyp common.gypi App.csproj.user native/app.vcxproj.user build/my.props build/my.targets
       after.shop.sln.targets rust-toolchain rust-toolchain.toml mypy.ini Shop.xcodeproj/project.pbxproj
       Shop.xcodeproj/xcshareddata/xcschemes/Shop.xcscheme Shop.podspec shop.podspec.json shop.nimble shop.opam shard.yml dub.json dub.sdl
       conanfile.py conanfile.txt hatch_build.py pdm_build.py config/config.exs config/runtime.exs nix/overlay.nix mise.toml mise.local.toml
       tslint.json cdk.json serverless.yml serverless.ts cabal.project cabal.project.local`,
    ],
    [
      "of what is installed",
      "packages run",
      "package-lock.json yarn.lock bun.lockb pnpm-lock.yaml go.sum requirements-dev.txt",
    ],
    [
      "of hooks, containers and pipelines",
      "hooks, containers",
      `lefthook.yml docker-compose.yml docker-compose.override.yaml compose.yaml compose.prod.yml Dockerfile.dev api.dockerfile
       azure-pipelines.yml bitbucket-pipelines.yml action.yml`,
    ],
    [
      "of agents and editors",
      "agents and editors",
      "AGENTS.md CLAUDE.md docs/CLAUDE.local.md GEMINI.md skills/x/SKILL.md mcp.json shop.code-workspace a.instructions.md opencode.json opencode.jsonc crush.json hooks/hooks.json",
    ],
    [
      "of what starts by itself",
      "when it starts",
      "Microsoft.PowerShell_profile.ps1 shop.service com.shop.plist autorun.inf",
    ],
    [
      "of names without an ending",
      "without an ending",
      "Makefile Dockerfile justfile Gemfile Rakefile Jenkinsfile Vagrantfile Procfile bin/rails gradlew configure CODEOWNERS BUILD",
    ],
    ["of installed packages", "packages in this folder", "node_modules/a/index.js lib/ruby_lsp/shop/addon.rb"],
    ["of short names", "short name", "PACKAG~1.JSO VSCODE~1/tasks.json"],
  ])("%s", (_, why, list) => {
    expect(paths(list).filter((path) => needsUser(path)?.includes(why) !== true)).toEqual([]);
  });

  test("however a file system may spell the name", () => {
    const spelled = [
      ...[
        "PACKAGE.JSON",
        "Package.Json",
        ".VSCODE/Tasks.json",
        "MAKEFILE",
        "makeﬁle",
        "package.jſon",
        "Pac\u212aage.json",
      ],
      ...[
        "package.json.",
        "package.json ",
        "package.json. .",
        "package.json::$DATA",
        "package.json:x",
        ".vscode. /a.json",
      ],
      ...[".vscode\\tasks.json", "a\\..\\package.json", "./package.json", "src/../.envrc", "pack\u200bage.json"],
      ...["\u200b.vscode/tasks.json", "...", "src/.../a.ts", ".gitignore/a.ts", ".gitignore:x/package.json"],
    ];
    expect(spelled.filter((path) => needsUser(path) === undefined)).toEqual([]);
  });
});

test("an edit of source, data and text does not", () => {
  const list = `
    src/cart.ts src/cart.test.ts app/models/cart.rb cmd/shop/main.go src/main.rs lib.py tasks.py manage.py index.html theme.css
    locales/de.json fixtures/cart.json openapi.yaml k8s/deployment.yaml data.toml README.md docs/setup.md CHANGELOG.md notes.txt
    README LICENSE LICENSE-MIT src/profile.ts src/readFile.ts src/config.ts src/config/index.ts src/package/json.ts composer.ts
    scripts/build.sh scripts/deploy.ps1 db/schema.sql main.tf page.tsx Cart.vue .gitignore packages/a/.gitignore .editorconfig
    lib/shop/cart.exs test/cart_test.exs src/hooks.ts src/serverless/api.ts config/shop.json build.py .prettierignore src/.gitkeep src/makefile/parse.ts src/lock.ts agents.ts claude.py a..b.ts`;
  expect(paths(list).flatMap((path) => needsUser(path) ?? [])).toEqual([]);
});
