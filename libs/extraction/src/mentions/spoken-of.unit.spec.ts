import { describe, expect, it } from '@jest/globals';
import { factsOf, message } from '../testing/reading.js';

const said = (text: string) => ({
  before: [message(text, { recordId: 'told', messageId: 'told', sentAt: new Date('2026-03-11T09:58:00Z') })],
});

describe('whose somebody is says of whom no pronoun tells', () => {
  it.each([
    ["Bo's wife is a plumber. She sings in a choir", 'bo: Wife sings in a choir'],
    ["saw Bo's older sister again, she lives in Vigo", 'bo: Older sister lives in Vigo'],
    ["Bo's wife Greta is a plumber. She lives in Vigo", '~Greta: Lives in Vigo'],
    ["Sam Ray is Cleo's husband. She lives in Vigo", 'cleo: Lives in Vigo'],
    ["Cleo is Bo's mother. She lives in Vigo", 'cleo: Lives in Vigo'],
  ])('%s', async (text, fact) => expect(await factsOf(text)).toContain(fact));
  it('nor in the next message', async () => {
    expect(await factsOf('she is from Chile', said("Bo's wife is great fun"))).toEqual([
      'bo: Wife is from Chile',
    ]);
    expect(await factsOf('she is from Chile', said("met Bo's wife Greta"))).toEqual(['~Greta: From Chile']);
  });
  it('but of who fits alone', async () => {
    expect(await factsOf("Sam Lee's wife is ill. He lives in Vigo")).toContain('sam1: Lives in Vigo');
    expect(await factsOf("Bo's guitar broke. He lives in Vigo")).toContain('bo: Lives in Vigo');
  });
  it('and of nobody where it is not told whose', async () =>
    expect(await factsOf('Cleo and her husband sold the flat. He lives in Vigo')).not.toContain(
      'cleo: Lives in Vigo',
    ));
});
