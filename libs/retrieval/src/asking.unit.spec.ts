import { describe, expect, it } from '@jest/globals';
import { onlyAsks, wantsQuestions } from './index.js';

describe('a message only asks', () => {
  it.each([
    'Where is the ladder? Did somebody take it?',
    'Please tell me where the ladder is.',
    'Then at least tell me whether it was the blue one.',
    'If I bring the van, just tell me which gate it is.',
    'I only need to know which gate it is',
    'can you repeat the gate number',
    "I'm wondering if the gate is open",
    'I only need the gate for the van. Was it number nine?',
    'Look up the gate number for me.',
    'ok, remind me what v2.4 changed?',
  ])('with %s', (text) => {
    expect(onlyAsks(text)).toBe(true);
  });
});

describe('a message says something', () => {
  it.each([
    'The ladder is gone. Did somebody take it?',
    'The ladder is gone',
    'Tell Bob that the ladder is gone',
    'I need to know my limits',
    'If it rains, the match is on Sunday',
    'I want to see the sea',
    'I only need the gate number.',
    'Check the oven at five',
    'Confirm that I paid on Friday',
    '???',
  ])('with %s', (text) => {
    expect(onlyAsks(text)).toBe(false);
  });
});

describe('questions are wanted', () => {
  it('by who asks what was asked', () => {
    expect(wantsQuestions('What did Bob ask about the printer?')).toBe(true);
    expect(wantsQuestions('Where is the printer?')).toBe(false);
    expect(wantsQuestions('My boss asked me to check: where is the printer?')).toBe(false);
  });
});
