import { CommandError, usageError } from './failure.js';
import { isUuid } from './people.js';

/** A whole id, or that of the one thing whose id begins so. */
export const idBeginning = async (
  what: string,
  prefix: string,
  all: AsyncIterable<{ readonly id: string }>,
): Promise<string> => {
  if (isUuid(prefix)) return prefix;
  if (!/^[0-9a-f][0-9a-f-]{3,35}$/iu.test(prefix))
    throw usageError(
      `${prefix} is no id: give the id of one ${what}, or at least its first four characters.`,
    );
  const found = new Set<string>();
  for await (const { id } of all) if (id.startsWith(prefix.toLowerCase())) found.add(id);
  const [first, ...others] = found;
  if (first === undefined) throw new CommandError(`The id of no ${what} begins with ${prefix}.`);
  if (others.length > 0)
    throw usageError(
      `${prefix} begins ${found.size} ids. Choose one:\n${[...found].map((id) => `  ${id}`).join('\n')}`,
    );
  return first;
};
