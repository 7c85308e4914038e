import type { SubjectRef } from '#identity';

/**
 * What somebody says in full to be no more, wherever and whenever it was told: how they live, where they work, what they
 * have; or, of the place alone, what was to happen.
 */
export type EndedState = 'habit' | 'work' | 'having' | 'event' | 'due';

/** "Forget that", "don't tell", "you can tell Y": acts on facts already held, or on the others of this message. */
export type Directive =
  /** `ofEveryAgent`: of others than the one who heard it, too. */
  | { readonly kind: 'forget-about-me'; readonly ofEveryAgent: boolean }
  | { readonly kind: 'forget'; readonly what: string | null }
  /** What was said of who asks, by these; null: by anybody else. */
  | { readonly kind: 'forget-told'; readonly by: readonly SubjectRef[] | null }
  /** Heard as an order, and not done or not all of it: done so, it would reach further than it asks, or than they may. */
  | {
      readonly kind: 'left-undone';
      readonly reason: 'order-with-exception' | 'others-not-forgotten' | 'who-is-meant' | 'nothing-meant';
    }
  /** "Scratch that", among people: what the speaker stated last, or what they reply to. */
  | { readonly kind: 'take-back' }
  /** "That was not me, my brother had my phone": somebody else wrote what they reply to, or what they said right before. */
  | { readonly kind: 'disown' }
  /**
   * Something is not so, or no longer: "used to!", "scrap this", "moved to the 6th". `said`: the messages that may have said
   * it, the nearest first. `words`: what of it is denied; null: all of it. `what`: what others told of the speaker, a plan of
   * their own, something of theirs with a date, anything that they said themselves, or what is about nobody.
   */
  | {
      readonly kind: 'end';
      readonly said: readonly string[];
      readonly words: readonly string[] | null;
      readonly what: 'told-of-them' | 'plan' | 'dated' | 'own' | 'of-the-place' | EndedState;
    }
  /**
   * The very words that shall go: those asked for from what was said before too, those only told of from this message, and
   * those in which it repeats what shall be forgotten from this message and from what comes late.
   */
  | {
      readonly kind: 'forget-values';
      readonly asked: readonly string[];
      readonly told: readonly string[];
      readonly repeated: readonly string[];
    }
  /** `what`: the words for it, or null: what the speaker said last. */
  | {
      readonly kind: 'confide';
      readonly except: readonly SubjectRef[];
      /** Whom it is kept from by name, and whether from whoever it is about: "don't tell her". */
      readonly from: readonly SubjectRef[];
      readonly fromSpokenOf: boolean;
      /** From these and nobody else: those who are there may know. */
      readonly onlyFromSome: boolean;
      /**
       * `earlier`: the message says nothing else, and means what was said before. `both`: that and what it says. `said-again`:
       * what it says holds what it asks for already; what said the same before has to.
       */
      readonly of: 'earlier' | 'both' | 'said-again';
      readonly what: string | null;
    }
  /**
   * It sounds as if something was to be kept from these, and no order was understood: they are not told these words, nor
   * what they name and the speaker said. `nouns`: words that may say what it is about, of what was said there just before.
   */
  | {
      readonly kind: 'hush';
      readonly from: readonly SubjectRef[];
      readonly what: string | null;
      readonly nouns: readonly string[];
    }
  /** To nobody in particular: it is no secret any more. */
  | { readonly kind: 'release'; readonly to: readonly SubjectRef[]; readonly what: string | null };
