/* eslint-disable @typescript-eslint/switch-exhaustiveness-check -- what a tree may hold besides says nothing of a text. */
import { parseRegExpLiteral, type AST } from '@eslint-community/regexpp';

const letters = Array.from('aZ1 -.,:;\'"@/=_!?(\n\u00e9\u4e2d$%+#&<>[]{}|~*^`\\');
const longest = 8;

/** Some signs that a set of signs takes. */
const takenBy = (node: AST.Node, flags: string): readonly string[] => {
  const set = new RegExp(`^${node.raw}$`, flags.replace(/[gmy]/gu, ''));
  return letters.filter((letter) => set.test(letter)).slice(0, 3);
};

/** A short text that a part of a pattern takes. */
const sample = (node: AST.Node, flags: string): string => {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map((element) => sample(element, flags)).join('');
    case 'Group':
    case 'CapturingGroup':
    case 'Pattern': {
      const [first] = node.alternatives;
      return first ? sample(first, flags) : '';
    }
    case 'Quantifier':
      return sample(node.element, flags).repeat(Math.min(node.min, longest));
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterClass':
    case 'CharacterSet':
      return takenBy(node, flags)[0] ?? '';
    default:
      return '';
  }
};

const pumpsOf = (element: AST.Node, flags: string): readonly string[] => {
  if (element.type === 'CharacterClass' || element.type === 'CharacterSet') return takenBy(element, flags);
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return [sample(element, flags)];
  return element.alternatives.slice(0, 4).map((alternative) => {
    const least = sample(alternative, flags);
    return least === '' ? alternative.elements.map((part) => inFull(part, flags)).join('') : least;
  });
};
/** With what it may leave out. */
const inFull = (node: AST.Node, flags: string): string =>
  node.type === 'Quantifier' ? sample(node.element, flags) : sample(node, flags);

interface Repeated {
  readonly before: string;
  readonly pump: string;
}

const repeatedIn = (node: AST.Node, flags: string, before: string): readonly Repeated[] => {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap((alternative) => repeatedIn(alternative, flags, before));
    case 'Assertion':
      return node.kind === 'lookahead' || node.kind === 'lookbehind'
        ? node.alternatives.flatMap((alternative) => repeatedIn(alternative, flags, before))
        : [];
    case 'Alternative': {
      let so = before;
      return node.elements.flatMap((element) => {
        const here = repeatedIn(element, flags, so);
        so += inFull(element, flags);
        return here;
      });
    }
    case 'Quantifier':
      return [
        ...(node.max > longest
          ? pumpsOf(node.element, flags)
              .filter((pump) => pump !== '')
              .map((pump) => ({ before, pump }))
          : []),
        ...repeatedIn(node.element, flags, before),
      ];
    default:
      return [];
  }
};

/** What is repeated in the texts that a pattern has to read more than once, if it ever does. */
export const hostilePartsOf = (pattern: RegExp): readonly Repeated[] => {
  const { pattern: tree } = parseRegExpLiteral(pattern);
  const found = repeatedIn(tree, pattern.flags, '').flatMap(({ before, pump }) => [
    { before: '', pump },
    { before, pump },
    { before: '', pump: before + pump.repeat(longest) },
  ]);
  return [
    ...new Map(found.filter(({ pump }) => pump !== '').map((part) => [JSON.stringify(part), part])).values(),
  ];
};
