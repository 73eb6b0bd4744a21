// What each card does, in French; a classic card that differs has words of its own.
export default {
  abbot:
    "Recevez 1 pièce d’or ou 1 carte par quartier religieux de votre cité, à votre gré. Si un autre joueur est plus riche que vous, le plus riche vous donne 1 pièce d’or.",
  classic_abbot:
    "Recevez 1 pièce d’or par quartier religieux de votre cité. Si un seul autre joueur est plus riche que tous, il vous donne 1 pièce d’or.",
  alchemist: "À la fin de votre tour, vous récupérez tout l’or payé pour bâtir des quartiers.",
  architect: "Recevez 2 cartes de plus. Vous pouvez bâtir jusqu’à 3 quartiers.",
  classic_architect: "Après votre action, recevez 2 cartes de plus. Vous pouvez bâtir jusqu’à 3 quartiers.",
  artist:
    "Posez 1 pièce d’or sur un ou deux de vos quartiers ; chacun coûte désormais 1 de plus. Une seule fois par quartier.",
  assassin: "Désignez un autre personnage : il reste caché et perd tout son tour.",
  bishop:
    "Le personnage de rang 8 ne peut pas toucher à vos quartiers cette manche. Recevez 1 pièce d’or par quartier religieux de votre cité.",
  blackmailer:
    "Placez deux menaces face cachée sur deux personnages ; une seule porte la fleur. Chaque joueur menacé peut payer la moitié de son or ; sinon, vous pouvez retourner la menace : celle à la fleur rapporte tout son or.",
  cardinal:
    "Recevez 1 carte par quartier religieux de votre cité. Une fois, s’il vous manque de l’or pour bâtir, prenez ce qui manque à un joueur et donnez-lui une carte par pièce.",
  diplomat:
    "Échangez un de vos quartiers contre un quartier d’une autre cité en payant la différence de coût à son propriétaire. Recevez 1 pièce d’or par quartier militaire de votre cité.",
  classic_diplomat:
    "À la fin de votre tour, échangez un de vos quartiers contre un quartier d’une autre cité en payant la différence de coût à son propriétaire. Recevez 1 pièce d’or par quartier militaire de votre cité.",
  emperor:
    "Donnez la couronne à un joueur qui ne l’a pas et prenez-lui 1 pièce d’or ou 1 carte au hasard. Recevez 1 pièce d’or par quartier noble de votre cité.",
  classic_emperor:
    "À votre appel, donnez la couronne à un joueur qui ne l’a pas ; il vous donne 1 pièce d’or ou 1 carte de sa main. Recevez 1 pièce d’or par quartier noble de votre cité.",
  king: "Prenez la couronne. Recevez 1 pièce d’or par quartier noble de votre cité.",
  magician:
    "Échangez votre main avec celle d’un autre joueur, ou remettez des cartes de votre main sous la pioche et piochez-en autant.",
  magistrate:
    "Placez trois mandats face cachée sur trois autres personnages ; un seul est signé. Vous pouvez confisquer le premier quartier que paie le joueur du mandat signé.",
  marshal:
    "Prenez un quartier de coût 3 ou moins dans une autre cité en payant son coût à son propriétaire. Recevez 1 pièce d’or par quartier militaire de votre cité.",
  merchant: "Recevez 1 pièce d’or de plus. Recevez 1 pièce d’or par quartier commerçant de votre cité.",
  classic_merchant:
    "Après votre action, recevez 1 pièce d’or de plus. Recevez 1 pièce d’or par quartier commerçant de votre cité.",
  navigator: "Recevez 4 pièces d’or ou 4 cartes. Vous ne pouvez pas bâtir.",
  classic_navigator: "Après votre action, recevez 4 pièces d’or ou 4 cartes. Vous ne pouvez pas bâtir.",
  patrician: "Prenez la couronne. Recevez 1 carte par quartier noble de votre cité.",
  queen: "Recevez 3 pièces d’or si vous êtes à côté du joueur qui a révélé le personnage de rang 4.",
  scholar:
    "Piochez 7 cartes, gardez-en 1 et mélangez les autres à la pioche. Vous pouvez bâtir jusqu’à 2 quartiers.",
  seer:
    "Prenez au hasard une carte dans la main de chaque autre joueur, puis rendez une carte à chacun. Vous pouvez bâtir 2 quartiers.",
  spy:
    "Désignez un joueur et un type et regardez sa main : pour chaque carte de ce type, prenez 1 pièce d’or au joueur et piochez 1 carte.",
  tax_collector:
    "Quiconque bâtit pose 1 pièce d’or sur votre jeton. À votre tour, vous pouvez y prendre tout l’or.",
  classic_tax_collector:
    "Tout autre joueur qui bâtit pendant son tour vous paie 1 pièce d’or à la fin de ce tour ; celui de l’Assassin, quand vous vous révélez.",
  thief: "Désignez un personnage de rang 3 ou plus ; quand il se révèle, vous prenez tout l’or de son joueur.",
  trader:
    "Les quartiers commerçants ne comptent pas dans votre limite de construction. Recevez 1 pièce d’or par quartier commerçant de votre cité.",
  warlord:
    "Détruisez un quartier de n’importe quelle cité pour 1 de moins que son coût. Recevez 1 pièce d’or par quartier militaire de votre cité.",
  classic_warlord:
    "À la fin de votre tour, détruisez un quartier de n’importe quelle cité pour 1 de moins que son coût. Recevez 1 pièce d’or par quartier militaire de votre cité.",
  witch:
    "Collectez, désignez un autre personnage et attendez. Quand il est appelé, son joueur ne fait que collecter ; puis vous continuez comme ce personnage, avec votre or, votre main et votre cité.",
  classic_witch:
    "Collectez, puis désignez un autre personnage et attendez, ou finissez votre tour : vous n’y bâtissez rien et n’y utilisez aucun quartier. Quand ce personnage est appelé, son joueur ne fait que collecter ; puis vous continuez comme ce personnage, avec votre or, votre main et votre cité.",
  wizard:
    "Regardez la main d’un joueur et prenez-y une carte : gardez-la, ou payez-la et bâtissez-la aussitôt, hors limite. Ce tour-ci, vous pouvez bâtir des doublons.",
  armory:
    "Pendant votre tour, détruisez la Poudrière pour détruire un autre quartier ; ni l’un ni l’autre ne peut être dans une cité complète.",
  classic_armory:
    "Pendant votre tour, détruisez la Poudrière pour détruire un quartier de la cité d’un autre joueur ; ni l’un ni l’autre ne peut être dans une cité complète.",
  ball_room:
    "Tant que vous avez la couronne, un joueur appelé qui oublie les remerciements de vive voix perd son tour. Ici, elle n’a pas d’effet : cela n’a pas de forme numérique juste.",
  basilica: "Rapporte 1 point par quartier de coût impair de votre cité.",
  bell_tower:
    "Quand vous le bâtissez, vous pouvez annoncer que sept quartiers achèvent une cité, tant qu’il est debout.",
  capitol: "Rapporte 3 points si vous avez au moins trois quartiers d’un même type.",
  dragon_gate: "Rapporte 2 points de plus.",
  factory: "Vous payez 1 de moins pour bâtir toute autre merveille.",
  framework: "Quand vous bâtissez un quartier, vous pouvez détruire le Chantier au lieu de payer.",
  gold_mine: "Quand vous collectez de l’or, vous en recevez 1 de plus.",
  graveyard:
    "Quand le Condottiere détruit un quartier, vous pouvez payer 1 pièce d’or pour le prendre en main. Ni le Cimetière lui-même, ni si vous êtes le Condottiere.",
  great_wall: "Le personnage de rang 8 paie 1 de plus pour utiliser son pouvoir sur un quartier de votre cité.",
  classic_great_wall: "Le Condottiere et le Diplomate paient 1 de plus pour tout autre quartier de votre cité.",
  haunted_city:
    "À la fin de la partie, elle compte comme la couleur de votre choix, sauf si vous l’avez bâtie à la dernière manche.",
  haunted_quarter: "À la fin de la partie, elle compte comme un quartier du type de votre choix.",
  hospital: "Si votre personnage est assassiné, vous pouvez tout de même collecter quand il est appelé.",
  imperial_treasury: "Rapporte 1 point par pièce d’or de votre réserve.",
  ivory_tower: "Rapporte 5 points si c’est la seule merveille de votre cité.",
  keep: "Le personnage de rang 8 ne peut pas utiliser son pouvoir sur le Donjon.",
  classic_keep: "Le Condottiere ne peut pas le détruire et le Diplomate ne peut pas le prendre.",
  laboratory: "Une fois par tour, défaussez une carte de votre main pour recevoir 2 pièces d’or.",
  classic_laboratory: "Une fois par tour, défaussez une carte de votre main pour recevoir 1 pièce d’or.",
  library: "Quand vous collectez des cartes, vous gardez toutes celles que vous piochez.",
  classic_library: "Quand vous piochez des cartes comme action, vous en gardez deux.",
  lighthouse: "Quand vous le bâtissez, parcourez la pioche, prenez une carte et mélangez la pioche.",
  map_room: "Rapporte 1 point par carte de votre main.",
  monument:
    "Vous ne pouvez pas le bâtir si votre cité a déjà cinq quartiers. Il compte comme deux quartiers pour achever une cité.",
  museum:
    "Une fois par tour, placez une carte de votre main dessous, face cachée. Rapporte 1 point par carte placée dessous.",
  necropolis: "Vous pouvez la bâtir en détruisant un de vos quartiers au lieu de payer.",
  observatory: "Quand vous collectez des cartes, vous en piochez 3 au lieu de 2.",
  park: "À la fin de votre tour, si votre main est vide, recevez 2 cartes.",
  poor_house: "À la fin de votre tour, si vous n’avez pas d’or, recevez-en 1.",
  quarry: "Vous pouvez bâtir des quartiers identiques à ceux de votre cité.",
  classic_quarry:
    "Vous pouvez bâtir un quartier identique à un quartier de votre cité, une seule paire à la fois.",
  school_of_magic:
    "Pour les pouvoirs qui rapportent de l’or ou des cartes par quartier d’un type, elle compte comme ce type.",
  secret_vault:
    "Elles ne peuvent pas être bâties. Dans votre main à la fin de la partie, elles rapportent 3 points.",
  smithy: "Une fois par tour, payez 2 pièces d’or pour recevoir 3 cartes.",
  stables: "Bâtir les Écuries ne compte pas dans votre limite de construction.",
  statue: "Rapporte 5 points si vous avez la couronne à la fin de la partie.",
  theater:
    "Après le choix des personnages, vous pouvez échanger un des vôtres avec celui d’un autre joueur, sans les voir.",
  thieves_den: "Vous pouvez payer tout ou partie de son prix avec des cartes de votre main, 1 carte pour 1 pièce d’or.",
  throne_room: "Recevez 1 pièce d’or chaque fois que la couronne passe d’un joueur à un autre.",
  university: "Rapporte 2 points de plus.",
  wishing_well: "Rapporte 1 point par merveille de votre cité, elle comprise.",
  classic_wishing_well: "Rapporte 1 point par autre quartier violet de votre cité.",
};
