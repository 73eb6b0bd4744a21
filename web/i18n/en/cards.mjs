// What each card does, in English; a classic card that differs has words of its own.
export default {
  abbot:
    "Gain 1 gold or 1 card for each of your religious districts, in any mix. If another player is richer than you, the richest gives you 1 gold.",
  classic_abbot:
    "Gain 1 gold for each of your religious districts. If one other player is richer than everybody, that player gives you 1 gold.",
  alchemist: "At the end of your turn you get back all the gold that you paid to build districts.",
  architect: "Gain 2 extra cards. You may build up to 3 districts.",
  classic_architect: "After your action, gain 2 extra cards. You may build up to 3 districts.",
  artist: "Put 1 gold on one or two of your districts; each costs 1 more from then on. Once for each district.",
  assassin: "Name another character: it stays hidden and loses its whole turn.",
  bishop:
    "The rank 8 character cannot touch your districts this round. Gain 1 gold for each of your religious districts.",
  blackmailer:
    "Put two threats facedown on two characters; one is flowered. Each threatened player bribes you with half the gold, or you may turn the threat up: the flowered one takes all the gold.",
  cardinal:
    "Gain 1 card for each of your religious districts. Once, when you lack gold to build, take what is missing from one player and give a card for each gold.",
  diplomat:
    "Exchange one of your districts for one of another city, paying its owner the difference in cost. Gain 1 gold for each of your military districts.",
  classic_diplomat:
    "At the end of your turn, exchange one of your districts for one of another city, paying its owner the difference in cost. Gain 1 gold for each of your military districts.",
  emperor:
    "Give the crown to a player who does not have it, and take 1 gold or 1 random card from that player. Gain 1 gold for each of your noble districts.",
  classic_emperor:
    "On your call give the crown to a player who does not have it; that player gives you 1 gold or 1 card of the hand. Gain 1 gold for each of your noble districts.",
  king: "Take the crown. Gain 1 gold for each of your noble districts.",
  magician: "Change hands with another player, or put any number of your cards under the deck and draw as many.",
  magistrate:
    "Put three warrants facedown on three other characters; one is signed. You may confiscate the first district that the signed one's player pays for.",
  marshal:
    "Take a district of cost 3 or less from another city, paying its owner the cost. Gain 1 gold for each of your military districts.",
  merchant: "Gain 1 extra gold. Gain 1 gold for each of your trade districts.",
  classic_merchant: "After your action, gain 1 extra gold. Gain 1 gold for each of your trade districts.",
  navigator: "Gain 4 gold or 4 cards. You cannot build.",
  classic_navigator: "After your action, gain 4 gold or 4 cards. You cannot build.",
  patrician: "Take the crown. Gain 1 card for each of your noble districts.",
  queen: "Gain 3 gold if you sit beside the player who revealed the rank 4 character.",
  scholar: "Draw 7 cards, keep 1 and shuffle the others into the deck. You may build up to 2 districts.",
  seer: "Take a random card from each other player's hand, then give each of them one card. You may build 2 districts.",
  spy:
    "Name a player and a type and look at the hand: for each card of the type take 1 gold from the player and gain 1 card from the deck.",
  tax_collector: "Whoever builds puts 1 gold on your token. In your turn you may take all gold from it.",
  classic_tax_collector:
    "Every other player who builds in a turn pays you 1 gold at its end, the Assassin's player when you are revealed.",
  thief: "Name a character of rank 3 or more; when it is revealed you take all its player's gold.",
  trader: "Trade districts do not count towards your building limit. Gain 1 gold for each of your trade districts.",
  warlord: "Destroy a district of any city for 1 less than its cost. Gain 1 gold for each of your military districts.",
  classic_warlord:
    "At the end of your turn, destroy a district of any city for 1 less than its cost. Gain 1 gold for each of your military districts.",
  witch:
    "Gather, name another character and wait. When it is called its player only gathers; then you play on as that character with your own gold, hand and city.",
  classic_witch:
    "Gather, then name another character and wait, or end your turn: in it you build nothing and use no district. When the character is called its player only gathers; then you play on as that character with your own gold, hand and city.",
  wizard:
    "Look at a player's hand and take a card: keep it, or pay for it and build it at once, outside the limit. This turn you may build duplicates.",
  armory: "On your turn, destroy the Armory to destroy another district; neither may be in a complete city.",
  classic_armory:
    "On your turn, destroy the Armory to destroy a district of another player's city; neither may be in a complete city.",
  ball_room:
    "While you have the crown, a called player who forgets the spoken thanks loses the turn. Here it has no effect: that has no fair digital form.",
  basilica: "Scores 1 point for each district of odd cost in your city.",
  bell_tower: "When you build it, you may announce that seven districts complete a city, as long as it stands.",
  capitol: "Scores 3 points if you have three or more districts of one type.",
  dragon_gate: "Scores 2 extra points.",
  factory: "You pay 1 less to build any other unique district.",
  framework: "When you build a district, you may destroy the Framework in place of paying.",
  gold_mine: "When you gather gold, you gain 1 more.",
  graveyard:
    "When the Warlord destroys a district, you may pay 1 gold to take it into your hand. Not the Graveyard itself, and not as the Warlord.",
  great_wall: "The rank 8 character pays 1 more to use its ability on a district of your city.",
  classic_great_wall: "The Warlord and the Diplomat pay 1 more for any other district of your city.",
  haunted_city: "At the end of the game it counts as the colour you choose, unless you built it in the last round.",
  haunted_quarter: "At the end of the game it counts as a district of the type you choose.",
  hospital: "If your character is murdered, you may still gather when it is called.",
  imperial_treasury: "Scores 1 point for each gold in your stash.",
  ivory_tower: "Scores 5 points if it is the only unique district in your city.",
  keep: "The rank 8 character cannot use its ability on the Keep.",
  classic_keep: "The Warlord cannot destroy it and the Diplomat cannot take it.",
  laboratory: "Once in your turn, discard a card of your hand to gain 2 gold.",
  classic_laboratory: "Once in your turn, discard a card of your hand to gain 1 gold.",
  library: "When you gather cards, you keep all the cards drawn.",
  classic_library: "When you draw cards as your action, you keep two of them.",
  lighthouse: "When you build it, look through the deck, take one card and shuffle the deck.",
  map_room: "Scores 1 point for each card in your hand.",
  monument:
    "You cannot build it with five or more districts in your city. It counts as two districts towards a complete city.",
  museum: "Once in your turn, put a card of your hand facedown under it. Scores 1 point for each card under it.",
  necropolis: "You may build it by destroying one of your districts in place of paying.",
  observatory: "When you gather cards, you draw 3 in place of 2.",
  park: "At the end of your turn, if your hand is empty, gain 2 cards.",
  poor_house: "At the end of your turn, if you have no gold, gain 1.",
  quarry: "You may build districts identical to ones in your city.",
  classic_quarry: "You may build one district identical to one in your city, one such pair at a time.",
  school_of_magic: "For abilities that gain gold or cards for districts of a type, it counts as that type.",
  secret_vault: "It cannot be built. Scores 3 points in your hand at the end of the game.",
  smithy: "Once in your turn, pay 2 gold to gain 3 cards.",
  stables: "Building the Stables does not count towards your building limit.",
  statue: "Scores 5 points if you have the crown at the end of the game.",
  theater: "After the characters are chosen you may swap one of yours with another player's, unseen.",
  thieves_den: "You may pay any part of its price with cards of your hand, 1 card for 1 gold.",
  throne_room: "Gain 1 gold whenever the crown passes from one player to another.",
  university: "Scores 2 extra points.",
  wishing_well: "Scores 1 point for each unique district in your city, itself included.",
  classic_wishing_well: "Scores 1 point for each other purple district in your city.",
};
