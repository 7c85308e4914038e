import type { SourceAccess, SourceType } from '#domain';

export interface StoryPerson {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
}

export interface StoryPlace {
  readonly type: SourceType;
  readonly id: string;
  readonly name: string;
  readonly parent?: string;
  readonly access?: SourceAccess;
}

/** Something that happens: a line, a new name, somebody coming or going. `as` names a line for the questions. */
export type Happening<Who extends string = string, Where extends string = string> =
  | {
      readonly who: Who;
      readonly at: Where;
      readonly says: string;
      readonly to?: readonly Who[];
      readonly as?: string;
    }
  | { readonly who: Who; readonly becomes: string }
  | { readonly who: Who; readonly joins: Where }
  | { readonly who: Who; readonly leaves: Where };

/** What must be so in an answer; `says` is the sentence that is printed when it is. */
export type Expectation = { readonly says: string } & (
  | { readonly kind: 'returned'; readonly line: string }
  | { readonly kind: 'withheld'; readonly line: string }
  | { readonly kind: 'own-history-without'; readonly lines: readonly string[] }
  | { readonly kind: 'context'; readonly has: string; readonly lacks: string }
);

export interface StoryQuestion<Who extends string = string, Where extends string = string> {
  readonly who: Who;
  readonly at: Where;
  readonly asks: string;
  readonly facts: readonly Expectation[];
}
