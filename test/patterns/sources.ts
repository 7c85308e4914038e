import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The paths of what is shipped of these folders. */
export const sourcesIn = (folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.spec\.|testing\//u.test(path))
      .map((path) => `${folder}/${path}`),
  );

export interface Used {
  readonly pattern: RegExp;
  readonly at: string;
}

export const patternOf = ({ text }: ts.RegularExpressionLiteral): RegExp => {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
};

export const literalsOf = (path: string): readonly Used[] => {
  const found: Used[] = [];
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ pattern: patternOf(node), at: `${path}:${String(line)}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};
