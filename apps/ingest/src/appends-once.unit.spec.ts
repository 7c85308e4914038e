import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Functions that come more than once to an append of their own, or come to one again and again, by file. */
const appendingTwice = (path: string, text: string): readonly string[] => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const isAppend = (node: ts.Node): boolean =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'append' &&
    /(?:^|\.)writer$/u.test(node.expression.expression.getText());
  const found: string[] = [];
  /** How many appends one run through this node comes to at most. */
  const most = (node: ts.Node): number => {
    if (ts.isIfStatement(node))
      return (
        most(node.expression) +
        Math.max(most(node.thenStatement), node.elseStatement ? most(node.elseStatement) : 0)
      );
    let count = isAppend(node) ? 1 : 0;
    ts.forEachChild(node, (child) => {
      count += most(child);
    });
    return ts.isIterationStatement(node, false) && count > 0 ? 2 : count;
  };
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement) || ts.isFunctionDeclaration(statement)) {
      if (most(statement) > 1)
        found.push(`${path}: ${/(?:const|function) (\w+)/u.exec(statement.getText())?.[1] ?? ''}`);
    } else if (ts.isClassDeclaration(statement))
      for (const member of statement.members)
        if (most(member) > 1) found.push(`${path}: ${member.name?.getText() ?? ''}`);
  return found;
};

/** Orders are carried out one after the other, each on what the one before it left: an append for each order. */
const known: readonly string[] = [
  'directives/carry-out.ts: carryOutDirectives',
  'directives/forget/standing-orders.ts: carryOutStandingOrders',
];

describe('a slice', () => {
  it('loads, decides, and appends once', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'),
    );
    const twice = files.flatMap((path) => appendingTwice(path, readFileSync(`${here}${path}`, 'utf8')));
    expect(twice.sort()).toEqual(known);
  });

  it.each([
    ['const one = async () => { await writer.append(a, m); await writer.append(b, m); };', 1],
    ['const one = async () => { for (const a of all) await writer.append(a, m); };', 1],
    ['const one = async () => { if (a) await writer.append(a, m); else await writer.append(b, m); };', 0],
    ['const one = async () => { await parts.writer.append([...a, ...b], m); };', 0],
  ])('is seen to append more than once: %s', (text, count) =>
    expect(appendingTwice('one.ts', text)).toHaveLength(count),
  );
});
