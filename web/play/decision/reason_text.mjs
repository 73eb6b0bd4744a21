// Why something cannot be done, in the language spoken: the service says it in English.
import { t } from "../../i18n/index.mjs";

/** How the sentences of the service begin. */
const SAID = /** @type {ReadonlyArray<readonly [string, RegExp]>} */ ([
  ["over", /^the game is over/],
  ["not_you", /^it is for seat/],
  ["other_kind", /^the decision awaited is/],
  ["no_action", /^that is no action of a turn/],
  ["gathered", /^a turn gathers once/],
  ["deck_gold", /^the deck is empty: gather gold/],
  ["bewitched", /^a bewitched player only gathers/],
  ["threatened", /^a threatened player first/],
  ["gather_first", /^this character gathers before/],
  ["name_now", /^she must name a character/],
  ["name_or_end", /^in her own turn she only names/],
  ["crown_first", /^the crown (?:comes|must be given) first/],
  ["only_end", /^after that only the end/],
  ["gather_to_end", /^every turn gathers before it ends/],
  ["no_such", /^there is no such district/],
  ["build_after", /^building comes after gathering/],
  ["navigator", /^the navigator builds nothing/],
  ["not_in_hand", /^it is not in the hand/],
  ["never_built", /^it can never be built/],
  ["five", /^the city has five districts/],
  ["same_name", /^the city holds a district of that name/],
  ["necropolis", /^only the necropolis/],
  ["cardinal", /^only the cardinal takes/],
  ["one_player", /^it is not one player/],
  ["no_seat", /^there is no seat/],
  ["cards_only", /^only the thieves' den/],
  ["exact", /^the price is paid exactly/],
  ["price", /^the price is more than (?<n>\d+) gold/],
  ["not_in_city", /^there is no .* in the city/],
  ["once", /^once in a turn/],
  ["smithy", /^it takes 2 gold and a deck/],
  ["armory_complete", /^it would destroy itself/],
  ["armory", /^it reaches another district/],
  ["other_character", /^that is for the/],
  ["used", /^it has been used in this turn/],
  ["own_mark", /^at this table no mark may lie/],
  ["not_named", /^not a character that/],
  ["holder", /^neither to oneself nor/],
  ["artist", /^it takes 1 gold and a plain/],
  ["deck_empty", /^the deck is empty/],
  ["token", /^there is no gold on the token/],
  ["richest", /^the richest player/],
  ["no_aim", /^not at a seat/],
  ["no_income", /^the \w+ has no income/],
  ["abbot", /^as many as there are religious/],
  ["nothing", /^there is nothing to gain/],
  ["no_effect", /^there is nothing that it can do now/],
  ["no_extra", /^the \w+ has no fixed extra/],
  ["follows", /^it follows the gathering/],
  ["neighbour", /^no neighbour has revealed/],
  ["rank8_keep", /^rank 8 cannot affect/],
  ["at_end", /^it comes at the end/],
  ["own_city_has", /^one's own city has/],
  ["other_city_has", /^the city of seat \d+ has/],
  ["diplomat", /^not for the gold at hand/],
  ["marshal", /^it costs more than 3/],
  ["rank8", /^the city is complete, the bishop/],
]);

/**
 * A reason of the service in the language spoken; null for one that has no words of its own.
 * @param {string} why
 * @returns {string | null}
 */
export function reasonText(why) {
  for (const [key, said] of SAID) {
    const found = said.exec(why);
    if (found) return t(`reasons.${key}`, { n: Number(found.groups?.n ?? 0) });
  }
  return null;
}
