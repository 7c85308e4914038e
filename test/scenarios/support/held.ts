import type { HistoryEntry, Page } from '#contracts';
import { agent, type Fact } from '../../support/world.js';
import type { Wording } from './scenario.js';
import type { Stage } from './stage.js';

/** What came of the one thing said that holds this fragment. */
const outcomeOf = (
  { events }: Wording,
  facts: readonly (readonly Fact[])[],
  fragment: string,
): Fact | undefined =>
  facts[events.findIndex((one) => one.does === 'say' && one.text.includes(fragment))]?.[0];

/** What is kept but not told: superseded memories with what replaced them, and pending ones. */
export const faultsHeld = async (
  stage: Stage,
  wording: Wording,
  facts: readonly (readonly Fact[])[],
): Promise<readonly string[]> => {
  const { replaced = [], pending = [] } = wording;
  const faults: string[] = [];
  for (const [before, after] of replaced) {
    const [old, current] = [outcomeOf(wording, facts, before), outcomeOf(wording, facts, after)];
    if (!old || !current) {
      faults.push(`"${before}" or "${after}" gave no fact`);
      continue;
    }
    const history = await stage.inspect<Page<HistoryEntry>>(
      `/v1/memories/${old.memory_id}/history?agent_id=${agent}`,
    );
    const isNamed = history.results.some((entry) => JSON.stringify(entry.data).includes(current.memory_id));
    if (!isNamed) faults.push(`the history of "${before}" does not name "${after}"`);
  }
  const isPending = (fragment: string): boolean => outcomeOf(wording, facts, fragment)?.outcome === 'PENDING';
  return [...faults, ...pending.filter((one) => !isPending(one)).map((one) => `"${one}" is not pending`)];
};
