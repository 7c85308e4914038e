import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { literalsOf, patternOf, sourcesIn } from './sources.js';

interface Row {
  readonly id: string;
  readonly pattern: RegExp;
  /** `anyCase(/…/u)`: asked of texts in lower case. */
  readonly inLowerCase: boolean;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** Null where the texts are put together. */
const textsOf = (list: ts.Expression | undefined): readonly string[] | null => {
  if (!list || !ts.isArrayLiteralExpression(list)) return null;
  const texts = list.elements.filter(ts.isStringLiteralLike);
  return texts.length === list.elements.length ? texts.map(({ text }) => text) : null;
};

/** What is written as `{ id, pattern: /…/u, yes: […], no: […] }`. */
const rowsOf = (path: string): readonly Row[] => {
  const found: Row[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const fields = new Map(
        node.properties
          .filter(ts.isPropertyAssignment)
          .map((property) => [property.name.getText(), property.initializer]),
      );
      const [id, given] = [fields.get('id'), fields.get('pattern')];
      const inLowerCase = given !== undefined && ts.isCallExpression(given);
      const pattern = inLowerCase ? given.arguments[0] : given;
      const [yes, no] = [textsOf(fields.get('yes')), textsOf(fields.get('no'))];
      if (id && pattern && ts.isStringLiteralLike(id) && ts.isRegularExpressionLiteral(pattern) && yes && no)
        found.push({ id: id.text, pattern: patternOf(pattern), inLowerCase, yes, no });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
};

const finds = ({ pattern, inLowerCase }: Row, text: string): boolean =>
  new RegExp(pattern.source, pattern.flags).test(inLowerCase ? text.toLowerCase() : text);
const longest = 120;
const rooms = ['libs/safety/src', 'libs/extraction/src'];

describe('a row of a pattern and its examples', () => {
  const rows = sourcesIn(rooms).flatMap((path) =>
    rowsOf(path).map((row) => ({ ...row, at: `${path}: ${row.id}` })),
  );

  it('finds each text it says it finds', () => {
    expect(rows.length).toBeGreaterThan(250);
    const missed = rows.flatMap((row) =>
      row.yes.filter((text) => !finds(row, text)).map((text) => `${row.at} misses ${text}`),
    );
    expect(missed).toEqual([]);
  });
  it('leaves each text it says it leaves', () => {
    const taken = rows.flatMap((row) =>
      row.no.filter((text) => finds(row, text)).map((text) => `${row.at} takes ${text}`),
    );
    expect(taken).toEqual([]);
  });
  it('has a name of its own in its file, and examples of both', () => {
    const names = rows.map(({ at }) => at);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const bare = rows.filter(({ yes, no }) => yes.length === 0 || no.length === 0);
    expect(bare.map(({ at }) => at)).toEqual([]);
  });
  it('is where a pattern stands that nobody can take in at a glance', () => {
    const known = new Set(rows.map(({ pattern }) => String(pattern)));
    const bare = sourcesIn(rooms)
      .flatMap(literalsOf)
      .filter(({ pattern }) => String(pattern).length > longest && !known.has(String(pattern)));
    expect(bare.map(({ at, pattern }) => `${at}: ${pattern.source.slice(0, 60)}`)).toEqual([]);
  });
});
