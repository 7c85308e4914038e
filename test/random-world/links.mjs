import { platformOfPerson } from './build-world.mjs';

/** What may befall a pair next; a pair that was rejected is asked again by undoing that. */
const nextSteps = {
  none: ['propose', 'propose'],
  pending: ['approve', 'approve', 'approve', 'approve', 'reject', 'withdraw'],
  active: ['undo', 'withdraw'],
  rejected: ['undo'],
  reverted: ['propose'],
};
const becomes = {
  propose: 'pending',
  approve: 'active',
  reject: 'rejected',
  withdraw: 'reverted',
};

/**
 * Links between the accounts of a world, asked for, decided and taken back in any order. `call` speaks for one operator,
 * `callSecond` for another: nobody approves what they asked for. `world.links` has what follows of that.
 */
export const linksOf = ({ world, random, call, callSecond }) => {
  const ref = (account) => ({
    platform: `${platformOfPerson(account)}${world.name}`,
    platform_user_id: account,
  });
  const count = { active: 0, pending: 0, rejected: 0, reverted: 0 };

  const propose = async (pair) => {
    const { id, status } = await call('POST', '/v1/links', { from: ref(pair.from), to: ref(pair.to) });
    if (status !== 'pending' || (pair.id !== undefined && pair.id !== id))
      throw new Error(`a proposal of ${pair.from} and ${pair.to} is ${status}, its id ${id}`);
    pair.id = id;
  };
  const carryOut = async (step, pair) => {
    if (step === 'propose') return propose(pair);
    if (step === 'withdraw') return call('DELETE', `/v1/links/${pair.id}`);
    return callSecond('POST', `/v1/reviews/${pair.id}/${step}`, {});
  };

  /** Something befalls some pair: mostly of two platforms, and more often one of which something is known. */
  const step = async () => {
    const known = [...world.links.values()];
    const goesOn = known.length > 0 && random.next() < 0.5;
    const from = random.pick(world.accounts);
    const others = world.accounts.filter((account) => account !== from);
    const abroad = others.filter((account) => platformOfPerson(account) !== platformOfPerson(from));
    const to = random.pick(random.next() < 0.8 ? abroad : others);
    const key = [from, to].sort().join(' ');
    const pair = goesOn ? random.pick(known) : (world.links.get(key) ?? { from, to, status: 'none' });
    const what = random.pick(nextSteps[pair.status]);
    await carryOut(what, pair);
    const before = pair.status;
    pair.status = what === 'undo' ? (before === 'active' ? 'reverted' : 'pending') : becomes[what];
    count[pair.status] += 1;
    world.links.set([pair.from, pair.to].sort().join(' '), pair);
  };
  return { step, count };
};
