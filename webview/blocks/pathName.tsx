import type { VNode } from "preact";

/** Shows the name of a file, and after it its folder, which is shortened first. */
export function PathName({ path }: { readonly path: string }): VNode {
  const { name, folder } = nameAndFolder(path);
  return (
    <>
      <span class="target-name">{name}</span>
      <span class="target-folder">{folder}</span>
    </>
  );
}

/** Returns the whole folder of a path in the workspace, and the last folder of one outside: more would only say whose machine it is. */
function nameAndFolder(path: string): { readonly name: string; readonly folder: string } {
  const names = path.split(/[\\/]/);
  const name = names.at(-1) ?? path;
  const folders = names.slice(0, -1);
  if (!/^([\\/]|~|[A-Za-z]:[\\/])/.test(path)) return { name, folder: path.slice(0, -name.length - 1) };
  const last = folders.at(-1) ?? "";
  return { name, folder: folders.length > 2 ? `…/${last}` : last };
}
