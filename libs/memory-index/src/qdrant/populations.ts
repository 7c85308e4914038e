import { and, type Asking } from './asking.js';
import type { Filter } from './condition-filter.js';
import { inSample, sampleParts } from './points.js';

/** How many rows of a kind pass, and how long they are on average. */
export interface Population {
  readonly rows: number;
  readonly averageLength: number;
}

export interface Limits {
  /** Vectors of so many rows are compared one by one, and so many are counted; of more the graph finds, and a part tells. */
  readonly scanned: number;
  /** So many rows with one word are all weighed; of more those that it weighs most in. */
  readonly weighed: number;
  /** So many messages are read as whole talks; of more only the surroundings of the likeliest. */
  readonly talked: number;
}

type Kind = 'fact' | 'message';
type Populations = Readonly<Record<Kind, Population>>;

export const isOfMessages = { key: 'kind', match: { value: 'message' } };

/** A part tells of all where all are surely beyond a limit, and where it is large enough to be like them. */
const surely = 1.5;
const leastTold = 300;

type Counting = Pick<Asking, 'isLarge' | 'tally'>;

/** One count by kind and length. */
const counted = async (asking: Counting, filter: Filter, times: number): Promise<Populations> => {
  const sizes = await asking.tally(filter, 'size');
  const of = (kind: Kind): Population => {
    let rows = 0;
    let words = 0;
    for (const { value, count } of sizes) {
      const [its, length] = value.split(' ');
      if (its !== kind) continue;
      rows += count;
      words += count * Number(length);
    }
    return { rows: rows * times, averageLength: words / rows };
  };
  return { fact: of('fact'), message: of('message') };
};

/** How many rows of each kind pass and how long they are. Of many a part of those that pass is counted. */
export const populationsOf = async (
  asking: Counting,
  filter: Filter,
  { scanned, talked }: Limits,
): Promise<Populations> => {
  if (!asking.isLarge) return counted(asking, filter, 1);
  const part = await counted(asking, and(filter, inSample), sampleParts);
  const isTold = ({ rows }: Population, most: number): boolean =>
    rows > surely * most && rows >= leastTold * sampleParts;
  const [isFactTold, isMessageTold] = [isTold(part.fact, scanned), isTold(part.message, talked)];
  if (isFactTold && isMessageTold) return part;
  if (isFactTold) return { ...part, message: (await counted(asking, and(filter, isOfMessages), 1)).message };
  if (isMessageTold)
    return { ...part, fact: (await counted(asking, { ...filter, must_not: [isOfMessages] }, 1)).fact };
  return counted(asking, filter, 1);
};
