import { memoryTypes, modalities, type ProposedSubject } from '#domain';
import { z } from 'zod';
import type { GivenMessage } from '../fact-extractor.js';
import type { Proposal } from '../verify/proposal.js';

/** What a model answers. It knows people and messages by the names of this list alone, never by their ids. */
export const answerSchema = z.object({
  facts: z.array(
    z.object({
      message: z.string().describe('m1, m2, …'),
      quote: z.string(),
      about: z.string().describe('author, place, p1, p2, … or name'),
      name: z.string().nullable().describe('with about: name, as the quote has it; else null'),
      content: z.string(),
      type: z.enum(memoryTypes),
      modality: z.enum(modalities),
      time: z.string().nullable(),
    }),
  ),
});
type ProposedByModel = z.output<typeof answerSchema>['facts'][number];

const labelled = <Value>(letter: string, values: readonly Value[]): ReadonlyMap<string, Value> =>
  new Map(values.map((value, index) => [`${letter}${String(index + 1)}`, value]));

/** Messages and people as a model is shown them, and what it says of them as proposals. */
export class ClosedList {
  private readonly messages: ReadonlyMap<string, GivenMessage>;
  private readonly people: ReadonlyMap<string, string>;

  constructor(private readonly segment: readonly GivenMessage[]) {
    this.messages = labelled('m', segment);
    this.people = labelled('p', [
      ...new Set(
        segment.flatMap(({ message, context }) => [
          message.authorId,
          ...[...context.people, ...context.pointedAt].map(({ entityId }) => entityId),
        ]),
      ),
    ]);
  }

  /** What is sent. */
  shown(): string {
    const all = this.segment.flatMap(({ context }) => [...context.people, ...context.pointedAt]);
    const labelOf = new Map([...this.people].map(([label, entityId]) => [entityId, label]));
    return JSON.stringify({
      people: [...this.people].map(([label, entityId]) => ({
        id: label,
        names: [
          ...new Set(
            all
              .filter((one) => one.entityId === entityId)
              .flatMap(({ names }) => names.map(({ text }) => text)),
          ),
        ],
      })),
      messages: [...this.messages].map(([label, { message }]) => ({
        id: label,
        by: labelOf.get(message.authorId),
        text: message.text,
      })),
    });
  }

  /** Null where it speaks of a message or a person that is not in the list. */
  proposalOf(fact: ProposedByModel): Proposal | null {
    const given = this.messages.get(fact.message);
    const subject = this.subjectOf(fact);
    if (!given || !subject) return null;
    const { quote, content, type, modality, time } = fact;
    return {
      recordId: given.message.recordId,
      quote,
      subject,
      content,
      memoryType: type,
      modality,
      timeWords: time === '' ? null : time,
    };
  }

  private subjectOf({ about, name }: ProposedByModel): ProposedSubject | null {
    if (about === 'author' || about === 'place') return { kind: about };
    if (about === 'name') return name === null || name === '' ? null : { kind: 'named', name };
    const entityId = this.people.get(about);
    return entityId === undefined ? null : { kind: 'person', entityId };
  }
}
