import type { MemoryView, RecallAnswer } from '#contracts';
import { provenanceOf } from './memory.js';
import type { Terminal } from './terminal.js';
import { hanging, oneLine, wrap } from './text.js';

const withProvenance = (terminal: Terminal, line: string, memory: MemoryView | undefined): string => {
  const body = hanging('  - ', oneLine(line.slice(2)), terminal.width);
  if (!memory) return body;
  const note = wrap(provenanceOf(terminal, memory), terminal.width - 4).map(
    (part) => `    ${terminal.paint.dim(part)}`,
  );
  return [body, ...note].join('\n');
};

/** The block that an agent gets, its headings as they are, each memory followed by who said it, where and when. */
export const contextText = (terminal: Terminal, answer: RecallAnswer): string => {
  const { paint } = terminal;
  const waiting = [...answer.results];
  const take = (line: string): MemoryView | undefined => {
    // Messages stand in quotes, and text that could break the block is neutralised: the beginning tells them apart.
    const text = oneLine(line.slice(2)).replace(/^"/u, '');
    const at = waiting.findIndex(({ memory }) => text.startsWith(oneLine(memory)));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  const lines = answer.context
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('## '))
    .map((line) => {
      if (line.startsWith('#### ')) return `  ${paint.cyan(oneLine(line.slice(5)))}`;
      if (line.startsWith('### ')) return paint.bold(oneLine(line.slice(4)));
      return line.startsWith('- ') ? withProvenance(terminal, line, take(line)) : `  ${oneLine(line)}`;
    });
  if (waiting.length === 0) return lines.join('\n');
  const others = waiting.map((memory) => withProvenance(terminal, `- ${memory.memory}`, memory));
  const heading = paint.bold(waiting.every(({ kind }) => kind === 'message') ? 'Messages' : 'Also found');
  return [...lines, heading, ...others].join('\n');
};
