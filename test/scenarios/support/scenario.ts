/** A person: the name others see, or more. Their account is the key they stand under. */
export interface Person {
  readonly name: string;
  readonly handle?: string;
  /** Where the account is, when it is not on the platform of the wording. */
  readonly platform?: string;
}

export interface Place {
  readonly type: 'dm' | 'group' | 'thread' | 'workspace';
  /** Key of the workspace that a group stands in. */
  readonly in?: string;
  /** Key of the group that a thread hangs under. */
  readonly under?: string;
  readonly access?: 'open' | 'restricted';
  readonly history?: 'visible' | 'since_joining';
  readonly name?: string;
  /** Who joins before anything else happens. */
  readonly members?: readonly string[];
}

interface Timed {
  /** Days after (or, negative, before) the first moment of the story. */
  readonly days?: number;
}
export type Happening = Timed &
  (
    | {
        readonly does: 'say';
        readonly who: string;
        readonly at: string;
        readonly text: string;
        readonly mentions?: readonly string[];
        readonly replyTo?: string;
        readonly as?: string;
      }
    | { readonly does: 'join' | 'leave'; readonly who: string; readonly at: string }
    | { readonly does: 'rename'; readonly who: string; readonly name: string }
    | { readonly does: 'edit'; readonly at: string; readonly message: string; readonly text: string }
    | { readonly does: 'delete'; readonly at: string; readonly message: string }
    /** From then on it is so, and so it is named. */
    | { readonly does: 'change'; readonly at: string; readonly to: Partial<Place> }
  );

type Saying = Omit<Extract<Happening, { does: 'say' }>, 'does' | 'who' | 'at' | 'text'>;

export const say = (who: string, at: string, text: string, more: Saying = {}): Happening => ({
  does: 'say',
  who,
  at,
  text,
  ...more,
});
export const join = (who: string, at: string): Happening => ({ does: 'join', who, at });
export const leave = (who: string, at: string): Happening => ({ does: 'leave', who, at });
export const rename = (who: string, name: string): Happening => ({ does: 'rename', who, name });

export const change = (at: string, to: Partial<Place>): Happening => ({ does: 'change', at, to });

/** What the fact says of itself, beside its words. People are keys of the wording. */
export interface ExpectedFact {
  readonly memory: string;
  readonly about?: readonly string[];
  readonly by?: string;
  readonly trust?: 'fact' | 'hearsay';
  readonly conflicts?: boolean;
}

/** Fragments are compared without case, the way a third party would. */
export interface Ask {
  readonly viewer: string;
  /** Null: a private conversation that names no place. */
  readonly at: string | null;
  readonly q: string;
  readonly more?: Readonly<Record<string, unknown>>;
  /** In the context, or in a memory. */
  readonly inc?: readonly string[];
  /** Nowhere in the answer, not one byte of it. */
  readonly exc?: readonly string[];
  readonly incUnder?: Readonly<Record<string, readonly string[]>>;
  readonly excUnder?: Readonly<Record<string, readonly string[]>>;
  /** Each: one line of the context holds all these fragments. */
  readonly line?: readonly (readonly string[])[];
  /** Each: no line of the context holds all these fragments. */
  readonly noLine?: readonly (readonly string[])[];
  readonly facts?: readonly ExpectedFact[];
  /** No fact says so of itself. */
  readonly noFacts?: readonly ExpectedFact[];
  /** Each: the first comes before the second, which may be missing. */
  readonly order?: readonly (readonly [string, string])[];
  readonly empty?: boolean;
}

export interface Wording {
  readonly title: string;
  readonly people: Readonly<Record<string, Person | string>>;
  readonly places: Readonly<Record<string, Place>>;
  readonly events: readonly Happening[];
  readonly asks: readonly Ask[];
  /** Each, by a fragment of what was said: the history of the first says that the second replaced it. */
  readonly replaced?: readonly (readonly [string, string])[];
  /** Held, but not told until somebody decides who is meant. */
  readonly pending?: readonly string[];
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly wordings: readonly Wording[];
}
