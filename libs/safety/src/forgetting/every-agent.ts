const agents = String.raw`(?:agents?|bots?|chat ?bots?|assistants?)`;
const each = String.raw`(?:all|every|each)(?: (?:single )?one)?(?: of)?(?: (?:the|your|these|those|you))?(?: other)?`;

/** Everywhere it is known, not everywhere in some place. */
const everywhere = String.raw`everywhere(?! (?:i|we|you|he|she|they|else|in|on|at|but|except|outside)(?![\p{L}\p{N}]))`;
const widely = new RegExp(
  String.raw`(?<!(?:not|but|except|than) (?:(?:from|in|on|by|with|for) )?)(?<![\p{L}\p{N}])(?:${everywhere}|${each} ${agents}|any of (?:you|the|your|these) ${agents})(?![\p{L}\p{N}'\u2019])`,
  'iu',
);

/** Whether an order to forget all about whoever gives it means every agent that is there, and not this one alone. */
export const meansEveryAgent = (order: string): boolean => widely.test(order);

/** "All bots: …", "every agent should …": to whom the order that follows goes. */
export const addressOfAll = String.raw`(?:${each} ${agents})(?:\s*[,:]|\s+(?:should|must|shall|has to|have to|needs? to|please))`;
/** Where it goes from. */
export const fromAll = String.raw`(?:everywhere|(?:from|on|in|with|by|for|of|across) ${each} ${agents})`;
/** Who knows something, where it is not one alone. */
export const anyAgent = String.raw`(?:any|all|each) of (?:you|the|your|these)(?: ${agents})?|(?:any|every|each) (?:agent|bot|assistant)`;
