// What each card does, in Portuguese; a classic card that differs has words of its own.
export default {
  abbot:
    "Ganhe 1 moeda de ouro ou 1 carta por cada distrito religioso da sua cidade, como quiser. Se outro jogador for mais rico, o mais rico dá-lhe 1 moeda de ouro.",
  classic_abbot:
    "Ganhe 1 moeda de ouro por cada distrito religioso da sua cidade. Se um só outro jogador for mais rico do que todos, ele dá-lhe 1 moeda de ouro.",
  alchemist: "No fim do seu turno, recupera todo o ouro que pagou para construir distritos.",
  architect: "Ganhe mais 2 cartas. Pode construir até 3 distritos.",
  classic_architect: "Depois da sua ação, ganhe mais 2 cartas. Pode construir até 3 distritos.",
  artist:
    "Ponha 1 moeda de ouro em um ou dois dos seus distritos; cada um passa a custar mais 1. Uma só vez por distrito.",
  assassin: "Nomeie outra personagem: ela fica oculta e perde todo o seu turno.",
  bishop:
    "A personagem de ranque 8 não pode tocar nos seus distritos nesta rodada. Ganhe 1 moeda de ouro por cada distrito religioso da sua cidade.",
  blackmailer:
    "Ponha duas ameaças viradas para baixo em duas personagens; só uma tem a flor. Cada jogador ameaçado pode pagar metade do seu ouro; se não, pode virar a ameaça: a da flor leva o ouro todo.",
  cardinal:
    "Ganhe 1 carta por cada distrito religioso da sua cidade. Uma vez, se lhe faltar ouro para construir, tire o que falta a um jogador e dê-lhe uma carta por cada moeda.",
  diplomat:
    "Troque um dos seus distritos por um de outra cidade, pagando ao dono a diferença de custo. Ganhe 1 moeda de ouro por cada distrito militar da sua cidade.",
  classic_diplomat:
    "No fim do seu turno, troque um dos seus distritos por um de outra cidade, pagando ao dono a diferença de custo. Ganhe 1 moeda de ouro por cada distrito militar da sua cidade.",
  emperor:
    "Dê a coroa a um jogador que não a tenha e tire-lhe 1 moeda de ouro ou 1 carta ao acaso. Ganhe 1 moeda de ouro por cada distrito nobre da sua cidade.",
  classic_emperor:
    "Quando for chamado, dê a coroa a um jogador que não a tenha; ele dá-lhe 1 moeda de ouro ou 1 carta da mão. Ganhe 1 moeda de ouro por cada distrito nobre da sua cidade.",
  king: "Receba a coroa. Ganhe 1 moeda de ouro por cada distrito nobre da sua cidade.",
  magician: "Troque a sua mão com a de outro jogador, ou ponha cartas suas debaixo do baralho e compre outras tantas.",
  magistrate:
    "Ponha três mandados virados para baixo em três outras personagens; só um está assinado. Pode confiscar o primeiro distrito que o jogador do mandado assinado pagar.",
  marshal:
    "Fique com um distrito de custo 3 ou menos de outra cidade, pagando o custo ao dono. Ganhe 1 moeda de ouro por cada distrito militar da sua cidade.",
  merchant: "Ganhe mais 1 moeda de ouro. Ganhe 1 moeda de ouro por cada distrito comercial da sua cidade.",
  classic_merchant:
    "Depois da sua ação, ganhe mais 1 moeda de ouro. Ganhe 1 moeda de ouro por cada distrito comercial da sua cidade.",
  navigator: "Ganhe 4 moedas de ouro ou 4 cartas. Não pode construir.",
  classic_navigator: "Depois da sua ação, ganhe 4 moedas de ouro ou 4 cartas. Não pode construir.",
  patrician: "Receba a coroa. Ganhe 1 carta por cada distrito nobre da sua cidade.",
  queen: "Ganhe 3 moedas de ouro se estiver ao lado do jogador que revelou a personagem de ranque 4.",
  scholar: "Compre 7 cartas, fique com 1 e baralhe as outras com o baralho. Pode construir até 2 distritos.",
  seer:
    "Tire ao acaso uma carta da mão de cada um dos outros jogadores e depois dê uma carta a cada um. Pode construir 2 distritos.",
  spy:
    "Nomeie um jogador e um tipo e veja a sua mão: por cada carta desse tipo, tire 1 moeda de ouro ao jogador e compre 1 carta.",
  tax_collector: "Quem constrói põe 1 moeda de ouro na sua ficha. No seu turno, pode tirar de lá o ouro todo.",
  classic_tax_collector:
    "Cada outro jogador que construa no seu turno paga-lhe 1 moeda de ouro no fim desse turno; o da Assassina, quando você se revela.",
  thief: "Nomeie uma personagem de ranque 3 ou mais; quando ela se revela, fica com todo o ouro do seu jogador.",
  trader:
    "Os distritos comerciais não contam para o seu limite de construção. Ganhe 1 moeda de ouro por cada distrito comercial da sua cidade.",
  warlord:
    "Destrua um distrito de qualquer cidade por 1 a menos do que o seu custo. Ganhe 1 moeda de ouro por cada distrito militar da sua cidade.",
  classic_warlord:
    "No fim do seu turno, destrua um distrito de qualquer cidade por 1 a menos do que o seu custo. Ganhe 1 moeda de ouro por cada distrito militar da sua cidade.",
  witch:
    "Colete, nomeie outra personagem e espere. Quando ela é chamada, o seu jogador só coleta; depois você continua como essa personagem, com o seu ouro, a sua mão e a sua cidade.",
  classic_witch:
    "Colete, depois nomeie outra personagem e espere, ou termine o seu turno: nele nada constrói e não usa nenhum distrito. Quando essa personagem é chamada, o seu jogador só coleta; depois você continua como essa personagem, com o seu ouro, a sua mão e a sua cidade.",
  wizard:
    "Veja a mão de um jogador e tire uma carta: guarde-a, ou pague-a e construa-a logo, fora do limite. Neste turno pode construir distritos repetidos.",
  armory:
    "No seu turno, destrua o Arsenal para destruir outro distrito; nenhum dos dois pode estar numa cidade completa.",
  classic_armory:
    "No seu turno, destrua o Arsenal para destruir um distrito da cidade de outro jogador; nenhum dos dois pode estar numa cidade completa.",
  ball_room:
    "Enquanto tiver a coroa, um jogador chamado que esqueça os agradecimentos em voz alta perde o turno. Aqui não tem efeito: isso não tem forma digital justa.",
  basilica: "Vale 1 ponto por cada distrito de custo ímpar da sua cidade.",
  bell_tower: "Quando o constrói, pode anunciar que sete distritos completam uma cidade, enquanto ele estiver de pé.",
  capitol: "Vale 3 pontos se tiver três ou mais distritos de um mesmo tipo.",
  dragon_gate: "Vale mais 2 pontos.",
  factory: "Paga menos 1 para construir qualquer outro distrito especial.",
  framework: "Quando constrói um distrito, pode destruir a Estrutura em vez de pagar.",
  gold_mine: "Quando coleta ouro, ganha mais 1 moeda.",
  graveyard:
    "Quando o Senhor da Guerra destrói um distrito, pode pagar 1 moeda de ouro para o levar para a mão. Não o próprio Cemitério, nem se for o Senhor da Guerra.",
  great_wall: "A personagem de ranque 8 paga mais 1 para usar a sua habilidade num distrito da sua cidade.",
  classic_great_wall: "O Senhor da Guerra e a Diplomata pagam mais 1 por qualquer outro distrito da sua cidade.",
  haunted_city: "No fim do jogo, conta como a cor que escolher, a não ser que a tenha construído na última rodada.",
  haunted_quarter: "No fim do jogo, conta como um distrito do tipo que escolher.",
  hospital: "Se a sua personagem for assassinada, pode ainda assim coletar quando ela é chamada.",
  imperial_treasury: "Vale 1 ponto por cada moeda de ouro que tiver.",
  ivory_tower: "Vale 5 pontos se for o único distrito especial da sua cidade.",
  keep: "A personagem de ranque 8 não pode usar a sua habilidade na Torre de Menagem.",
  classic_keep: "O Senhor da Guerra não a pode destruir e a Diplomata não a pode tomar.",
  laboratory: "Uma vez por turno, descarte uma carta da mão para ganhar 2 moedas de ouro.",
  classic_laboratory: "Uma vez por turno, descarte uma carta da mão para ganhar 1 moeda de ouro.",
  library: "Quando coleta cartas, fica com todas as que compra.",
  classic_library: "Quando compra cartas como ação, fica com duas.",
  lighthouse: "Quando o constrói, veja o baralho, tire uma carta e baralhe o resto.",
  map_room: "Vale 1 ponto por cada carta da sua mão.",
  monument:
    "Não pode construí-lo com cinco ou mais distritos na cidade. Conta como dois distritos para completar a cidade.",
  museum:
    "Uma vez por turno, ponha uma carta da mão debaixo dele, virada para baixo. Vale 1 ponto por cada carta debaixo dele.",
  necropolis: "Pode construí-la destruindo um dos seus distritos em vez de pagar.",
  observatory: "Quando coleta cartas, compra 3 em vez de 2.",
  park: "No fim do seu turno, se não tiver cartas na mão, ganhe 2 cartas.",
  poor_house: "No fim do seu turno, se não tiver ouro, ganhe 1 moeda.",
  quarry: "Pode construir distritos iguais aos da sua cidade.",
  classic_quarry: "Pode construir um distrito igual a um da sua cidade, um só par de cada vez.",
  school_of_magic: "Para as habilidades que dão ouro ou cartas por distritos de um tipo, conta como esse tipo.",
  secret_vault: "Não pode ser construído. Na sua mão, no fim do jogo, vale 3 pontos.",
  smithy: "Uma vez por turno, pague 2 moedas de ouro para ganhar 3 cartas.",
  stables: "Construir os Estábulos não conta para o seu limite de construção.",
  statue: "Vale 5 pontos se tiver a coroa no fim do jogo.",
  theater: "Depois de escolhidas as personagens, pode trocar uma das suas com a de outro jogador, sem as ver.",
  thieves_den: "Pode pagar qualquer parte do preço com cartas da mão, 1 carta por 1 moeda de ouro.",
  throne_room: "Ganhe 1 moeda de ouro sempre que a coroa passa de um jogador para outro.",
  university: "Vale mais 2 pontos.",
  wishing_well: "Vale 1 ponto por cada distrito especial da sua cidade, incluindo ele próprio.",
  classic_wishing_well: "Vale 1 ponto por cada outro distrito roxo da sua cidade.",
};
