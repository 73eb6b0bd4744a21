// The board and its parts, from one place.
export { Board } from "./game_board.mjs";
export { BoardText, TextToggle, asText } from "./board_text.mjs";
export { CardTip, cardText, rulesOf } from "./card_tip.mjs";
export { Centre } from "./centre.mjs";
export { CharacterCard } from "./character_card.mjs";
export { City, HandBacks, HandCards } from "./city.mjs";
export { DistrictCard } from "./district_card.mjs";
export { seatNames } from "./seat_names.mjs";
export { SeatPanel } from "./seat_panel.mjs";
export { TownSkyline } from "../assets/art/town_skyline.mjs";
export { BoardItem } from "./board_item.mjs";
