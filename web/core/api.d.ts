// Written by tools/web_types.py from the schema and the trusted documents.

export interface AcceptsInput {
  editions?: Array<Edition> | null;
  players?: Array<number> | null;
  clocks?: Array<ClockKind> | null;
  leastMs?: number | null;
  rated?: boolean | null;
}

export type AccountKind = "GUEST" | "ACCOUNT" | "BOT"

export interface ActionInput {
  text?: string | null;
  verb?: string | null;
  character?: string | null;
  district?: string | null;
  seat?: number | null;
  own?: string | null;
  type?: string | null;
  what?: string | null;
  taking?: string | null;
  gold?: number | null;
  cards?: number | null;
  framework?: boolean | null;
  over?: string | null;
  lender?: number | null;
  signed?: string | null;
  flowered?: string | null;
  blank?: Array<string> | null;
}

export interface AddAiInput {
  table?: string;
  level?: AiLevel;
  seat?: number | null;
}

export type AiLevel = "RANDOM" | "GREEDY" | "PLANNER"

export type Begins = "DEMAND" | "NOW" | "AT" | "EVERY"

export type ByePolicy = "HALF" | "FULL" | "NONE"

export interface ClaimInput {
  name?: string;
}

export interface ClockInput {
  kind?: ClockKind;
  limitMs?: number | null;
  bankMs?: number | null;
  incrementMs?: number | null;
  days?: number | null;
}

export type ClockKind = "NONE" | "DECISION" | "BANK" | "CORRESPONDENCE"

export interface ConditionsInput {
  kinds?: Array<AccountKind> | null;
  botsPerOwner?: number | null;
  most?: number | null;
  invitedOnly?: boolean | null;
  leastRating?: number | null;
  mostRating?: number | null;
}

export type Conduct = "OPEN" | "CLOSE" | "START" | "PAUSE" | "RESUME" | "CANCEL"

export interface ConductInput {
  tournament?: string;
  do?: Conduct;
  why?: string | null;
}

export interface CorrectInput {
  tournament?: string;
  game?: string;
  places?: Array<number> | null;
  scores?: Array<number> | null;
  why?: string;
}

export interface CreateTableInput {
  edition?: Edition;
  players?: number;
  scenario?: string | null;
  cast?: Array<string> | null;
  uniques?: Array<string> | null;
  bonus?: Array<string> | null;
  rank9?: boolean | null;
  substitutes?: Array<string> | null;
  options?: any | null;
  crown?: number | null;
  name?: string;
  seats?: Array<SeatInput> | null;
  clock?: ClockInput | null;
  timeout?: TimeoutPolicy;
  visibility?: Visibility;
  spectatorDelayMs?: number;
  rated?: boolean;
  start?: StartRule;
  seed?: string | null;
}

export type Criterion = "POINTS" | "MEAN" | "WINS" | "HEAD_TO_HEAD" | "OPPONENTS" | "SCORE" | "MARGIN" | "PLACE" | "FAULTS" | "REACHED" | "RATING" | "LOT"

export type Edition = "MODERN" | "CLASSIC"

export type EmptySeatPolicy = "HOUSE" | "ABSENT" | "CANCEL"

export interface EnterInput {
  tournament?: string;
  account?: string | null;
  level?: AiLevel | null;
}

export type FaultPolicy = "FORFEIT" | "HARMLESS"

export type ForfeitPolicy = "LAST" | "VOID"

export type Format = "ROUND_ROBIN" | "SWISS" | "KNOCK_OUT" | "GAUNTLET" | "ARENA" | "SEQUENTIAL"

export type FrameType = "VIEW" | "EVENTS" | "END"

export type GameStatus = "WAITING" | "OPEN" | "RUNNING" | "OVER" | "VOID"

export interface InviteInput {
  table?: string;
  account?: string;
  seat?: number | null;
}

export interface InviteToTournamentInput {
  tournament?: string;
  account?: string;
}

export interface JoinInput {
  table?: string;
  seat?: number | null;
  invite?: string | null;
}

export type Language = "EN" | "FR" | "PT"

export type LatePolicy = "REFUSE" | "ZERO" | "BYES"

export interface MakeAccountInput {
  name?: string;
}

export interface MakeBotInput {
  name?: string;
  about?: string;
  accepts?: AcceptsInput | null;
}

export interface MakeCredentialInput {
  name?: string;
  scopes?: Array<Scope> | null;
  days?: number | null;
  account?: string | null;
  table?: string | null;
}

export interface MakeGuestInput {
  name?: string | null;
}

export interface MakeTournamentInput {
  name?: string;
  about?: string;
  settings?: TournamentSettingsInput | null;
  edition?: Edition;
  scenarios?: Array<string> | null;
  cast?: Array<string> | null;
  uniques?: Array<string> | null;
  options?: any | null;
  clock?: ClockInput | null;
  timeout?: TimeoutPolicy;
  visibility?: Visibility;
  spectatorDelayMs?: number;
  rated?: boolean;
  conditions?: ConditionsInput | null;
  schedule?: ScheduleInput | null;
  graceMs?: number | null;
  atOnce?: number | null;
  house?: Array<AiLevel> | null;
}

export interface MakeWebhookInput {
  tournament?: string;
  url?: string;
  kinds?: Array<string> | null;
}

export type NinthRule = "NEVER" | "ALWAYS" | "CHOICE"

export type NoShowPolicy = "LAST" | "VOID" | "WITHDRAW"

export type NoticeType = "SNAPSHOT" | "TABLE" | "OWED" | "INVITED" | "TOURNAMENT"

export type OddPolicy = "BYE" | "FILL" | "SMALLER"

export interface PairingsInput {
  tournament?: string;
  round?: number;
  pairings?: Array<Array<string>>;
}

export type Phase = "PICK" | "TURNS" | "OVER"

export type Points = "PLACE" | "WINS" | "SHARE"

export type ProblemCode = "INVALID" | "TOO_COMPLEX" | "TOO_LARGE" | "HEADERS_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "NOT_ACCEPTABLE" | "METHOD_NOT_ALLOWED" | "NOT_FOUND" | "PRECONDITION_FAILED" | "TIMED_OUT" | "UNAUTHENTICATED" | "EXPIRED" | "FORBIDDEN" | "RATE_LIMITED" | "TOO_MANY" | "NAME_TAKEN" | "CONFLICT" | "ILLEGAL_ACTION" | "NOT_YOUR_TURN" | "KEY_REUSED" | "CLOCK_EXPIRED" | "GAME_OVER" | "UNKNOWN_OUTCOME" | "TABLE_FULL" | "ALREADY_SEATED" | "NOT_SEATED" | "NOT_OPEN" | "NOT_STARTED" | "ALREADY_STARTED" | "SAME_OWNER" | "BAD_SETUP" | "NOT_POSSIBLE" | "ENTRY_CLOSED" | "NOT_ELIGIBLE" | "SEALED" | "UNAVAILABLE" | "STORE_FULL" | "INTERNAL"

export interface QuickMatchInput {
  edition?: Edition;
  players?: number;
  clock?: ClockInput | null;
  rated?: boolean;
  aiFill?: AiLevel | null;
}

export interface RecoverInput {
  name?: string;
  recovery?: string;
}

export interface ReplayInput {
  tournament?: string;
  webhook?: string;
  after?: number;
}

export interface RetireBotInput {
  bot?: string;
}

export interface RevokeCredentialInput {
  credential?: string;
}

export interface RotateCredentialInput {
  credential?: string;
  overlapS?: number;
}

export type Rotation = "CYCLE" | "LATIN" | "FULL" | "NONE"

export interface ScheduleInput {
  begins?: Begins | null;
  at?: number | null;
  everyMs?: number | null;
  count?: number | null;
}

export type Scope = "PLAY" | "TABLE_CREATE" | "ACCOUNT_WRITE" | "CREDENTIAL_WRITE" | "TOURNAMENT_WRITE" | "ADMIN"

export interface SeatInput {
  kind?: SeatWish;
  level?: AiLevel | null;
  account?: string | null;
}

export type SeatKind = "OPEN" | "RESERVED" | "HUMAN" | "BOT" | "AI"

export type SeatWish = "OPEN" | "YOU" | "AI" | "RESERVED"

export type Seeding = "LOT" | "ENTRY"

export interface SetupInput {
  edition?: Edition;
  players?: number;
  scenario?: string | null;
  cast?: Array<string> | null;
  uniques?: Array<string> | null;
  bonus?: Array<string> | null;
  rank9?: boolean | null;
  substitutes?: Array<string> | null;
  options?: any | null;
  crown?: number | null;
}

export type SmallFieldPolicy = "REFUSE" | "FILL"

export type StartRule = "FULL" | "DEMAND"

export interface SubmitInput {
  table?: string;
  n?: number;
  actions?: Array<ActionInput>;
  key?: string | null;
}

export interface TableInput {
  table?: string;
}

export type TableStatus = "OPEN" | "RUNNING" | "OVER" | "ABORTED"

export type TimeoutPolicy = "DEFAULT_ACTION" | "AI_TAKES_OVER" | "FORFEIT"

export type TournamentFrameType = "STATE" | "ENTRIES" | "END"

export interface TournamentSettingsInput {
  format?: Format | null;
  seats?: number | null;
  deals?: number | null;
  duplicate?: boolean | null;
  rotation?: Rotation | null;
  shared?: boolean | null;
  rounds?: number | null;
  tables?: number | null;
  advance?: number | null;
  focus?: Array<string> | null;
  seeding?: Seeding | null;
  points?: Points | null;
  order?: Array<Criterion> | null;
  odd?: OddPolicy | null;
  smallField?: SmallFieldPolicy | null;
  filler?: AiLevel | null;
  bye?: ByePolicy | null;
  late?: LatePolicy | null;
  withdrawal?: WithdrawalPolicy | null;
  emptySeat?: EmptySeatPolicy | null;
  fault?: FaultPolicy | null;
  forfeit?: ForfeitPolicy | null;
  noShow?: NoShowPolicy | null;
  forfeits?: number | null;
  bound?: number | null;
  alpha?: number | null;
  beta?: number | null;
  most?: number | null;
}

export type TournamentStatus = "ENTRY" | "RUNNING" | "PAUSED" | "OVER" | "CANCELLED"

export interface UpdateAccountInput {
  name?: string | null;
  about?: string | null;
  account?: string | null;
}

export interface UpdateTournamentInput {
  tournament?: string;
  name?: string | null;
  about?: string | null;
  settings?: TournamentSettingsInput | null;
  conditions?: ConditionsInput | null;
  schedule?: ScheduleInput | null;
  graceMs?: number | null;
  atOnce?: number | null;
}

export type Visibility = "PUBLIC" | "UNLISTED" | "PRIVATE"

export interface WebhookInput {
  tournament?: string;
  webhook?: string;
}

export interface WithdrawInput {
  tournament?: string;
  entrant?: string;
  why?: string | null;
}

export type WithdrawalPolicy = "KEEP" | "HALF" | "VOID"

export interface Operations {
  AbortTable: {
    variables: { input: TableInput };
    data: {
      abortTable: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  AccountName: {
    variables: { id: string };
    data: {
      profile: {
        player: {
          account: string | null;
          name: string;
          kind: string;
        };
      } | null;
    };
  };
  Bots: {
    variables: { first?: number; after?: string | null; present?: boolean | null; edition?: Edition | null; players?: number | null; rated?: boolean | null };
    data: {
      bots: {
        nodes: Array<{
          account: {
            id: string;
            kind: AccountKind;
            name: string;
            owner: string | null;
            about: string;
            created: number;
          };
          present: boolean;
          accepts: {
            editions: Array<Edition>;
            players: Array<number>;
            clocks: Array<ClockKind>;
            leastMs: number;
            rated: boolean;
          };
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  Cards: {
    variables: { edition?: Edition; language?: Language };
    data: {
      catalogue: {
        edition: Edition;
        rules: number;
        characters: Array<{
          character: string;
          name: string;
          rank: number;
          minPlayers: number;
          text: string;
        }>;
        districts: Array<{
          district: string;
          name: string;
          type: string;
          cost: number;
          copies: number;
          unique: boolean;
          bonus: boolean;
          text: string;
        }>;
        scenarios: Array<{
          scenario: string;
          title: string;
          family: string;
          ranks: Array<string>;
          rank9: string | null;
          uniques: Array<string>;
        }>;
        options: Array<{
          option: string;
          values: Array<any>;
        }>;
      } | null;
    };
  };
  Catalogue: {
    variables: { edition?: Edition; language?: Language };
    data: {
      catalogue: {
        edition: Edition;
        rules: number;
        characters: Array<{
          character: string;
          name: string;
          rank: number;
          minPlayers: number;
          text: string;
        }>;
        districts: Array<{
          district: string;
          name: string;
          type: string;
          cost: number;
          copies: number;
          unique: boolean;
          bonus: boolean;
          text: string;
        }>;
        scenarios: Array<{
          scenario: string;
          name: string;
          family: string;
          ranks: Array<string>;
          rank9: string | null;
          uniques: Array<string>;
        }>;
        options: Array<{
          option: string;
          values: Array<any>;
        }>;
      } | null;
    };
  };
  ClaimAccount: {
    variables: { input: ClaimInput };
    data: {
      claimAccount: {
        __typename: "GuestPayload";
        account: {
          id: string;
          kind: AccountKind;
          name: string;
          owner: string | null;
          about: string;
          created: number;
        };
        credential: {
          id: string;
          name: string;
          scopes: Array<Scope>;
          created: number;
          expires: number;
          revoked: number | null;
          table: string | null;
          lastUsed: string | null;
          secret: string | null;
        };
        recovery: string | null;
      };
    };
  };
  ConductTournament: {
    variables: { input: ConductInput };
    data: {
      conductTournament: {
        __typename: "TournamentPayload";
        tournament: {
          id: string;
          name: string;
          about: string;
          status: TournamentStatus;
          why: string;
          number: number;
          organizer: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          settings: {
            format: Format;
            seats: number;
            deals: number;
            duplicate: boolean;
            rotation: Rotation;
            shared: boolean;
            rounds: number | null;
            tables: number | null;
            advance: number | null;
            focus: Array<string>;
            seeding: Seeding;
            points: Points;
            order: Array<Criterion>;
            odd: OddPolicy;
            smallField: SmallFieldPolicy;
            filler: AiLevel;
            bye: ByePolicy;
            late: LatePolicy;
            withdrawal: WithdrawalPolicy;
            emptySeat: EmptySeatPolicy;
            fault: FaultPolicy;
            forfeit: ForfeitPolicy;
            noShow: NoShowPolicy;
            forfeits: number | null;
            bound: number;
            alpha: number;
            beta: number;
            most: number;
          };
          edition: Edition;
          scenarios: Array<string>;
          cast: Array<string> | null;
          uniques: Array<string> | null;
          options: any;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          conditions: {
            kinds: Array<string>;
            botsPerOwner: number | null;
            most: number;
            invitedOnly: boolean;
            leastRating: number | null;
            mostRating: number | null;
          };
          schedule: {
            begins: Begins;
            at: number | null;
            everyMs: number | null;
            count: number | null;
          };
          graceMs: number;
          atOnce: number;
          entryOpen: boolean;
          entrants: Array<{
            entrant: string;
            name: string;
            kind: string;
            owner: string | null;
            level: AiLevel | null;
            withdrawn: string | null;
          }>;
          progress: {
            gamesPlayed: number;
            gamesKnown: number;
            gamesExpected: number | null;
            roundsMade: number;
            roundsExpected: number | null;
            expectedEnd: number | null;
          };
          rules: number;
          commitment: string;
          secret: string | null;
          series: string | null;
          inSeries: number;
          next: string | null;
          created: number;
          started: number | null;
          ended: number | null;
        };
      };
    };
  };
  CorrectResult: {
    variables: { input: CorrectInput };
    data: {
      correctResult: {
        __typename: "TournamentGamePayload";
        game: {
          game: string;
          round: number;
          table: string;
          seats: Array<string>;
          status: GameStatus;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          why: string;
          corrected: boolean;
          correction: string | null;
          sealed: boolean;
        };
      };
    };
  };
  CreateTable: {
    variables: { input: CreateTableInput };
    data: {
      createTable: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  Credentials: {
    variables: {};
    data: {
      credentials: Array<{
        id: string;
        name: string;
        scopes: Array<Scope>;
        created: number;
        expires: number;
        revoked: number | null;
        table: string | null;
        lastUsed: string | null;
        secret: string | null;
      }> | null;
    };
  };
  CredentialsOf: {
    variables: { account?: string | null };
    data: {
      credentials: Array<{
        id: string;
        name: string;
        scopes: Array<Scope>;
        created: number;
        expires: number;
        revoked: number | null;
        table: string | null;
        lastUsed: string | null;
        secret: string | null;
      }> | null;
    };
  };
  DeclineInvitation: {
    variables: { input: TableInput };
    data: {
      declineInvitation: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  DeleteWebhook: {
    variables: { input: WebhookInput };
    data: {
      deleteWebhook: {
        __typename: "WebhookPayload";
        webhook: {
          webhook: string;
          tournament: string;
          url: string;
          kinds: Array<string>;
          created: number;
          cursor: number;
          failures: number;
          off: boolean;
          secret: string | null;
        };
      };
    };
  };
  Deliveries: {
    variables: { tournament: string; webhook: string; first?: number; after?: string | null };
    data: {
      deliveries: {
        nodes: Array<{
          number: number;
          message: string;
          entry: number;
          kind: string;
          at: number;
          status: number | null;
          error: string | null;
          ms: number;
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  EnterTournament: {
    variables: { input: EnterInput };
    data: {
      enterTournament: {
        __typename: "TournamentPayload";
        tournament: {
          id: string;
          name: string;
          about: string;
          status: TournamentStatus;
          why: string;
          number: number;
          organizer: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          settings: {
            format: Format;
            seats: number;
            deals: number;
            duplicate: boolean;
            rotation: Rotation;
            shared: boolean;
            rounds: number | null;
            tables: number | null;
            advance: number | null;
            focus: Array<string>;
            seeding: Seeding;
            points: Points;
            order: Array<Criterion>;
            odd: OddPolicy;
            smallField: SmallFieldPolicy;
            filler: AiLevel;
            bye: ByePolicy;
            late: LatePolicy;
            withdrawal: WithdrawalPolicy;
            emptySeat: EmptySeatPolicy;
            fault: FaultPolicy;
            forfeit: ForfeitPolicy;
            noShow: NoShowPolicy;
            forfeits: number | null;
            bound: number;
            alpha: number;
            beta: number;
            most: number;
          };
          edition: Edition;
          scenarios: Array<string>;
          cast: Array<string> | null;
          uniques: Array<string> | null;
          options: any;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          conditions: {
            kinds: Array<string>;
            botsPerOwner: number | null;
            most: number;
            invitedOnly: boolean;
            leastRating: number | null;
            mostRating: number | null;
          };
          schedule: {
            begins: Begins;
            at: number | null;
            everyMs: number | null;
            count: number | null;
          };
          graceMs: number;
          atOnce: number;
          entryOpen: boolean;
          entrants: Array<{
            entrant: string;
            name: string;
            kind: string;
            owner: string | null;
            level: AiLevel | null;
            withdrawn: string | null;
          }>;
          progress: {
            gamesPlayed: number;
            gamesKnown: number;
            gamesExpected: number | null;
            roundsMade: number;
            roundsExpected: number | null;
            expectedEnd: number | null;
          };
          rules: number;
          commitment: string;
          secret: string | null;
          series: string | null;
          inSeries: number;
          next: string | null;
          created: number;
          started: number | null;
          ended: number | null;
        };
      };
    };
  };
  Events: {
    variables: { table: string; after?: number | null; invite?: string | null };
    data: {
      events: {
        type: FrameType;
        table: string;
        number: number;
        at: number;
        events: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
        position: {
          table: string;
          number: number;
          seat: number | null;
          status: TableStatus;
          view: {
            phase: Phase;
            round: number;
            n: number;
            crown: number;
            deckSize: number;
            faceup: Array<string>;
            facedown: Array<string | null>;
            pool: Array<string> | null;
            poolSize: number;
            tax: number;
            completed: Array<Array<number>>;
            seats: Array<{
              seat: number;
              gold: number;
              hand: Array<string> | null;
              handSize: number;
              characters: Array<string | null>;
              revealed: Array<string>;
              city: Array<{
                text: string;
                tuckedSize: number;
              }>;
            }>;
            turn: {
              character: string;
              gathered: boolean;
              built: number;
              used: Array<string>;
            } | null;
            killed: {
              character: string;
              by: number | null;
            } | null;
            bewitched: {
              character: string;
              by: number | null;
            } | null;
            robbed: {
              character: string;
              by: number | null;
            } | null;
          } | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
            actions: Array<{
              text: string;
              verb: string;
            }> | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
        } | null;
        decision: {
          seat: number;
          kind: string;
          n: number;
          asked: number;
          deadline: number | null;
          actions: Array<{
            text: string;
            verb: string;
          }> | null;
        } | null;
      };
    };
  };
  FollowTournament: {
    variables: { id: string; after?: number | null };
    data: {
      tournament: {
        type: TournamentFrameType;
        tournament: string;
        number: number;
        at: number;
        entries: Array<{
          number: number;
          at: number;
          kind: string;
          facts: any;
        }>;
        status: TournamentStatus;
        standings: Array<{
          place: number;
          entrant: string;
          name: string;
          games: number;
          points: number;
          mean: number;
          wins: number;
          score: number;
          margin: number;
          meanPlace: number;
          faults: number;
          forfeits: number;
          byes: number;
          criteria: Array<number>;
          withdrawn: string | null;
        }> | null;
        progress: {
          gamesPlayed: number;
          gamesKnown: number;
          gamesExpected: number | null;
          roundsMade: number;
          roundsExpected: number | null;
          expectedEnd: number | null;
        } | null;
      };
    };
  };
  Frames: {
    variables: { table: string; after?: number };
    data: {
      frames: Array<{
        type: FrameType;
        table: string;
        number: number;
        at: number;
        events: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
        position: {
          table: string;
          number: number;
          seat: number | null;
          status: TableStatus;
          view: {
            phase: Phase;
            round: number;
            n: number;
            crown: number;
            deckSize: number;
            faceup: Array<string>;
            facedown: Array<string | null>;
            pool: Array<string> | null;
            poolSize: number;
            tax: number;
            completed: Array<Array<number>>;
            seats: Array<{
              seat: number;
              gold: number;
              hand: Array<string> | null;
              handSize: number;
              characters: Array<string | null>;
              revealed: Array<string>;
              city: Array<{
                text: string;
                tuckedSize: number;
              }>;
            }>;
            turn: {
              character: string;
              gathered: boolean;
              built: number;
              used: Array<string>;
            } | null;
            killed: {
              character: string;
              by: number | null;
            } | null;
            bewitched: {
              character: string;
              by: number | null;
            } | null;
            robbed: {
              character: string;
              by: number | null;
            } | null;
          } | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
            actions: Array<{
              text: string;
              verb: string;
            }> | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
        } | null;
        decision: {
          seat: number;
          kind: string;
          n: number;
          asked: number;
          deadline: number | null;
          actions: Array<{
            text: string;
            verb: string;
          }> | null;
        } | null;
      }> | null;
    };
  };
  HeadToHead: {
    variables: { account: string; other: string; edition?: Edition | null; players?: number | null };
    data: {
      headToHead: {
        player: {
          account: string | null;
          name: string;
          kind: string;
          level: AiLevel | null;
        };
        other: {
          account: string | null;
          name: string;
          kind: string;
          level: AiLevel | null;
        };
        games: number;
        ahead: number;
        behind: number;
        level: number;
        share: number | null;
        low: number | null;
        high: number | null;
        recent: Array<{
          table: string;
          at: number;
          edition: Edition;
          seats: number;
          place: number;
          otherPlace: number;
        }>;
      } | null;
    };
  };
  Home: {
    variables: { known: boolean };
    data: {
      running: {
        nodes: Array<{
          id: string;
          name: string;
          status: TableStatus;
          edition: Edition;
          players: number;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
          };
          rated: boolean;
          started: number | null;
          ended: number | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
          } | null;
          yourSeat: number | null;
          tournament: string | null;
        }>;
      } | null;
      waiting: {
        nodes: Array<{
          id: string;
          name: string;
          status: TableStatus;
          edition: Edition;
          players: number;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
          };
          rated: boolean;
          started: number | null;
          ended: number | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
          } | null;
          yourSeat: number | null;
          tournament: string | null;
        }>;
      } | null;
      results: {
        nodes: Array<{
          id: string;
          name: string;
          status: TableStatus;
          edition: Edition;
          players: number;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
          };
          rated: boolean;
          started: number | null;
          ended: number | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
          } | null;
          yourSeat: number | null;
          tournament: string | null;
        }>;
      } | null;
      leaderboard: {
        nodes: Array<{
          place: number | null;
          anchor: boolean;
          player: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          rating: {
            rating: number;
            low: number;
            high: number;
            games: number;
          };
        }>;
      } | null;
      tournaments: {
        nodes: Array<{
          id: string;
          name: string;
          status: TournamentStatus;
          entryOpen: boolean;
          settings: {
            format: Format;
            seats: number;
          };
          progress: {
            gamesPlayed: number;
            gamesExpected: number | null;
          };
          created: number;
          started: number | null;
          ended: number | null;
        }>;
      } | null;
      owed: Array<{
        table: string;
        seat: number;
        n: number;
        kind: string;
        deadline: number | null;
        number: number;
      }> | null;
      playing: {
        nodes: Array<{
          id: string;
          name: string;
          status: TableStatus;
          edition: Edition;
          players: number;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
          };
          rated: boolean;
          started: number | null;
          ended: number | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
          } | null;
          yourSeat: number | null;
          tournament: string | null;
        }>;
      } | null;
      sitting: {
        nodes: Array<{
          id: string;
          name: string;
          status: TableStatus;
          edition: Edition;
          players: number;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
          };
          rated: boolean;
          started: number | null;
          ended: number | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
          } | null;
          yourSeat: number | null;
          tournament: string | null;
        }>;
      } | null;
    };
  };
  InviteToTable: {
    variables: { input: InviteInput };
    data: {
      inviteToTable: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  InviteToTournament: {
    variables: { input: InviteToTournamentInput };
    data: {
      inviteToTournament: {
        __typename: "TournamentPayload";
        tournament: {
          id: string;
          name: string;
          about: string;
          status: TournamentStatus;
          why: string;
          number: number;
          organizer: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          settings: {
            format: Format;
            seats: number;
            deals: number;
            duplicate: boolean;
            rotation: Rotation;
            shared: boolean;
            rounds: number | null;
            tables: number | null;
            advance: number | null;
            focus: Array<string>;
            seeding: Seeding;
            points: Points;
            order: Array<Criterion>;
            odd: OddPolicy;
            smallField: SmallFieldPolicy;
            filler: AiLevel;
            bye: ByePolicy;
            late: LatePolicy;
            withdrawal: WithdrawalPolicy;
            emptySeat: EmptySeatPolicy;
            fault: FaultPolicy;
            forfeit: ForfeitPolicy;
            noShow: NoShowPolicy;
            forfeits: number | null;
            bound: number;
            alpha: number;
            beta: number;
            most: number;
          };
          edition: Edition;
          scenarios: Array<string>;
          cast: Array<string> | null;
          uniques: Array<string> | null;
          options: any;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          conditions: {
            kinds: Array<string>;
            botsPerOwner: number | null;
            most: number;
            invitedOnly: boolean;
            leastRating: number | null;
            mostRating: number | null;
          };
          schedule: {
            begins: Begins;
            at: number | null;
            everyMs: number | null;
            count: number | null;
          };
          graceMs: number;
          atOnce: number;
          entryOpen: boolean;
          entrants: Array<{
            entrant: string;
            name: string;
            kind: string;
            owner: string | null;
            level: AiLevel | null;
            withdrawn: string | null;
          }>;
          progress: {
            gamesPlayed: number;
            gamesKnown: number;
            gamesExpected: number | null;
            roundsMade: number;
            roundsExpected: number | null;
            expectedEnd: number | null;
          };
          rules: number;
          commitment: string;
          secret: string | null;
          series: string | null;
          inSeries: number;
          next: string | null;
          created: number;
          started: number | null;
          ended: number | null;
        };
      };
    };
  };
  InvitedRecord: {
    variables: { table: string; invite?: string | null };
    data: {
      record: string | null;
    };
  };
  JoinTable: {
    variables: { input: JoinInput };
    data: {
      joinTable: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  Leaderboard: {
    variables: { first?: number; after?: string | null; edition?: Edition | null; players?: number | null };
    data: {
      leaderboard: {
        nodes: Array<{
          place: number | null;
          player: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          rating: {
            edition: string;
            seats: number;
            rating: number;
            low: number;
            high: number;
            games: number;
            provisional: boolean;
            gamesLeft: number;
            widthLeft: number;
            lastSeen: number;
          };
          anchor: boolean;
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  LeaveTable: {
    variables: { input: TableInput };
    data: {
      leaveTable: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  Limits: {
    variables: {};
    data: {
      limits: {
        capacity: number;
        perSecond: number;
        remaining: number;
        fullMs: number;
      } | null;
    };
  };
  MakeAccount: {
    variables: { input: MakeAccountInput };
    data: {
      makeAccount: {
        __typename: "GuestPayload";
        account: {
          id: string;
          kind: AccountKind;
          name: string;
          owner: string | null;
          about: string;
          created: number;
        };
        credential: {
          id: string;
          name: string;
          scopes: Array<Scope>;
          created: number;
          expires: number;
          revoked: number | null;
          table: string | null;
          lastUsed: string | null;
          secret: string | null;
        };
        recovery: string | null;
      };
    };
  };
  MakeBot: {
    variables: { input: MakeBotInput };
    data: {
      makeBot: {
        __typename: "GuestPayload";
        account: {
          id: string;
          kind: AccountKind;
          name: string;
          owner: string | null;
          about: string;
          created: number;
        };
        credential: {
          id: string;
          name: string;
          scopes: Array<Scope>;
          created: number;
          expires: number;
          revoked: number | null;
          table: string | null;
          lastUsed: string | null;
          secret: string | null;
        };
        recovery: string | null;
      };
    };
  };
  MakeCredential: {
    variables: { input: MakeCredentialInput };
    data: {
      makeCredential: {
        __typename: "CredentialPayload";
        credential: {
          id: string;
          name: string;
          scopes: Array<Scope>;
          created: number;
          expires: number;
          revoked: number | null;
          table: string | null;
          lastUsed: string | null;
          secret: string | null;
        };
      };
    };
  };
  MakeGuest: {
    variables: { input?: MakeGuestInput | null };
    data: {
      makeGuest: {
        __typename: "GuestPayload";
        account: {
          id: string;
          kind: AccountKind;
          name: string;
          owner: string | null;
          about: string;
          created: number;
        };
        credential: {
          id: string;
          name: string;
          scopes: Array<Scope>;
          created: number;
          expires: number;
          revoked: number | null;
          table: string | null;
          lastUsed: string | null;
          secret: string | null;
        };
        recovery: string | null;
      };
    };
  };
  MakeInviteLink: {
    variables: { input: TableInput };
    data: {
      makeInviteLink: {
        __typename: "InviteLinkPayload";
        invite: string;
      };
    };
  };
  MakeTournament: {
    variables: { input: MakeTournamentInput };
    data: {
      makeTournament: {
        __typename: "TournamentPayload";
        tournament: {
          id: string;
          name: string;
          about: string;
          status: TournamentStatus;
          why: string;
          number: number;
          organizer: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          settings: {
            format: Format;
            seats: number;
            deals: number;
            duplicate: boolean;
            rotation: Rotation;
            shared: boolean;
            rounds: number | null;
            tables: number | null;
            advance: number | null;
            focus: Array<string>;
            seeding: Seeding;
            points: Points;
            order: Array<Criterion>;
            odd: OddPolicy;
            smallField: SmallFieldPolicy;
            filler: AiLevel;
            bye: ByePolicy;
            late: LatePolicy;
            withdrawal: WithdrawalPolicy;
            emptySeat: EmptySeatPolicy;
            fault: FaultPolicy;
            forfeit: ForfeitPolicy;
            noShow: NoShowPolicy;
            forfeits: number | null;
            bound: number;
            alpha: number;
            beta: number;
            most: number;
          };
          edition: Edition;
          scenarios: Array<string>;
          cast: Array<string> | null;
          uniques: Array<string> | null;
          options: any;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          conditions: {
            kinds: Array<string>;
            botsPerOwner: number | null;
            most: number;
            invitedOnly: boolean;
            leastRating: number | null;
            mostRating: number | null;
          };
          schedule: {
            begins: Begins;
            at: number | null;
            everyMs: number | null;
            count: number | null;
          };
          graceMs: number;
          atOnce: number;
          entryOpen: boolean;
          entrants: Array<{
            entrant: string;
            name: string;
            kind: string;
            owner: string | null;
            level: AiLevel | null;
            withdrawn: string | null;
          }>;
          progress: {
            gamesPlayed: number;
            gamesKnown: number;
            gamesExpected: number | null;
            roundsMade: number;
            roundsExpected: number | null;
            expectedEnd: number | null;
          };
          rules: number;
          commitment: string;
          secret: string | null;
          series: string | null;
          inSeries: number;
          next: string | null;
          created: number;
          started: number | null;
          ended: number | null;
        };
      };
    };
  };
  MakeWebhook: {
    variables: { input: MakeWebhookInput };
    data: {
      makeWebhook: {
        __typename: "WebhookPayload";
        webhook: {
          webhook: string;
          tournament: string;
          url: string;
          kinds: Array<string>;
          created: number;
          cursor: number;
          failures: number;
          off: boolean;
          secret: string | null;
        };
      };
    };
  };
  Me: {
    variables: {};
    data: {
      me: {
        id: string;
        kind: AccountKind;
        name: string;
        owner: string | null;
        about: string;
        created: number;
      } | null;
    };
  };
  MyBots: {
    variables: { first?: number; after?: string | null };
    data: {
      bots: {
        nodes: Array<{
          account: {
            id: string;
            kind: AccountKind;
            name: string;
            owner: string | null;
            about: string;
            created: number;
          };
          present: boolean;
          accepts: {
            editions: Array<Edition>;
            players: Array<number>;
            clocks: Array<ClockKind>;
            leastMs: number;
            rated: boolean;
          };
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  Notices: {
    variables: { after?: number | null };
    data: {
      notices: {
        type: NoticeType;
        number: number;
        at: number;
        table: string | null;
        owed: Array<{
          table: string;
          seat: number;
          n: number;
          kind: string;
          deadline: number | null;
          number: number;
        }> | null;
        tables: Array<string> | null;
        seat: number | null;
        by: {
          account: string | null;
          name: string;
          kind: string;
          level: AiLevel | null;
        } | null;
        invite: string | null;
      };
    };
  };
  Owed: {
    variables: {};
    data: {
      owed: Array<{
        table: string;
        seat: number;
        n: number;
        kind: string;
        deadline: number | null;
        number: number;
      }> | null;
    };
  };
  PlayLog: {
    variables: { table: string; after?: number; invite?: string | null };
    data: {
      frames: Array<{
        number: number;
        events: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
      }> | null;
    };
  };
  PlayMove: {
    variables: { input: SubmitInput };
    data: {
      submit: {
        __typename: "SubmitPayload";
        taken: number;
        n: number;
        number: number;
        replayed: boolean;
        events: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
        position: {
          number: number;
          seat: number | null;
          status: TableStatus;
          notation: any;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
            actions: Array<{
              text: string;
              verb: string;
              character: string | null;
              district: string | null;
              seat: number | null;
              own: string | null;
              type: string | null;
              what: string | null;
              taking: string | null;
              gold: number | null;
              cards: number | null;
              framework: boolean | null;
              over: string | null;
              lender: number | null;
              signed: string | null;
              flowered: string | null;
              blank: Array<string> | null;
            }> | null;
          } | null;
        };
        stopped: ({
          __typename: "AccessProblem";
          code: ProblemCode;
          message: string;
          scope: string | null;
        } | {
          __typename: "BadSetupProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "ClockExpiredProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "ConflictProblem";
          code: ProblemCode;
          message: string;
          n: number;
        } | {
          __typename: "GameOverProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "IllegalActionProblem";
          code: ProblemCode;
          message: string;
          rule: string | null;
          legal: Array<string>;
        } | {
          __typename: "InvalidProblem";
          code: ProblemCode;
          message: string;
          errors: Array<{
            path: string;
            message: string;
          }>;
        } | {
          __typename: "KeyReusedProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotFoundProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotPossibleProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotYourTurnProblem";
          code: ProblemCode;
          message: string;
          n: number;
        } | {
          __typename: "RateLimitedProblem";
          code: ProblemCode;
          message: string;
          retryAfter: number;
        } | {
          __typename: "RefusedProblem";
          code: ProblemCode;
          message: string;
        }) | null;
      };
    };
  };
  PlayPricedMove: {
    variables: { input: SubmitInput };
    data: {
      submit: {
        __typename: "SubmitPayload";
        taken: number;
        n: number;
        number: number;
        replayed: boolean;
        events: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
        position: {
          number: number;
          seat: number | null;
          status: TableStatus;
          notation: any;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
            actions: Array<{
              text: string;
              price: number;
            }> | null;
          } | null;
        };
        stopped: ({
          __typename: "AccessProblem";
          code: ProblemCode;
          message: string;
          scope: string | null;
        } | {
          __typename: "BadSetupProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "ClockExpiredProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "ConflictProblem";
          code: ProblemCode;
          message: string;
          n: number;
        } | {
          __typename: "GameOverProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "IllegalActionProblem";
          code: ProblemCode;
          message: string;
          rule: string | null;
          legal: Array<string>;
        } | {
          __typename: "InvalidProblem";
          code: ProblemCode;
          message: string;
          errors: Array<{
            path: string;
            message: string;
          }>;
        } | {
          __typename: "KeyReusedProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotFoundProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotPossibleProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotYourTurnProblem";
          code: ProblemCode;
          message: string;
          n: number;
        } | {
          __typename: "RateLimitedProblem";
          code: ProblemCode;
          message: string;
          retryAfter: number;
        } | {
          __typename: "RefusedProblem";
          code: ProblemCode;
          message: string;
        }) | null;
      };
    };
  };
  PlayScores: {
    variables: { table: string; invite?: string | null };
    data: {
      replay: {
        scores: any;
      } | null;
    };
  };
  PlayTable: {
    variables: { id: string; invite?: string | null };
    data: {
      table: {
        id: string;
        name: string;
        status: TableStatus;
        number: number;
        creator: {
          account: string | null;
          name: string;
          kind: string;
          level: AiLevel | null;
        };
        edition: Edition;
        players: number;
        scenario: string | null;
        seats: Array<{
          seat: number;
          kind: SeatKind;
          left: string | null;
          level: AiLevel | null;
          bankMs: number | null;
          player: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          } | null;
        }>;
        clock: {
          kind: ClockKind;
          limitMs: number | null;
          bankMs: number | null;
          incrementMs: number;
        };
        timeout: TimeoutPolicy;
        visibility: Visibility;
        spectatorDelayMs: number;
        rated: boolean;
        start: StartRule;
        created: number;
        started: number | null;
        ended: number | null;
        decision: {
          seat: number;
          kind: string;
          n: number;
          asked: number;
          deadline: number | null;
        } | null;
        result: {
          places: Array<Array<number>>;
          totals: Array<number>;
          left: Array<number>;
        } | null;
        rematch: string | null;
        yourSeat: number | null;
        cast: Array<string>;
        uniques: Array<string>;
        options: any;
        commitment: string;
        archived: boolean;
        tournament: string | null;
        fixture: string | null;
        sealed: boolean;
      } | null;
    };
  };
  Player: {
    variables: { id: string };
    data: {
      profile: {
        player: {
          account: string | null;
          name: string;
          kind: string;
        };
      } | null;
      account: {
        id: string;
        kind: AccountKind;
        name: string;
        owner: string | null;
        about: string;
        created: number;
      } | null;
      bot: {
        account: {
          id: string;
          kind: AccountKind;
          name: string;
          owner: string | null;
          about: string;
          created: number;
        };
        present: boolean;
        accepts: {
          editions: Array<Edition>;
          players: Array<number>;
          clocks: Array<ClockKind>;
          leastMs: number;
          rated: boolean;
        };
      } | null;
      ratings: Array<{
        edition: string;
        seats: number;
        rating: number;
        low: number;
        high: number;
        games: number;
        provisional: boolean;
        gamesLeft: number;
        widthLeft: number;
        lastSeen: number;
        history: Array<{
          at: number;
          table: string;
          rating: number;
          low: number;
          high: number;
          games: number;
        }>;
      }> | null;
    };
  };
  Position: {
    variables: { table: string; invite?: string | null };
    data: {
      position: {
        table: string;
        number: number;
        seat: number | null;
        status: TableStatus;
        view: {
          phase: Phase;
          round: number;
          n: number;
          crown: number;
          deckSize: number;
          faceup: Array<string>;
          facedown: Array<string | null>;
          pool: Array<string> | null;
          poolSize: number;
          tax: number;
          completed: Array<Array<number>>;
          seats: Array<{
            seat: number;
            gold: number;
            hand: Array<string> | null;
            handSize: number;
            characters: Array<string | null>;
            revealed: Array<string>;
            city: Array<{
              text: string;
              tuckedSize: number;
            }>;
          }>;
          turn: {
            character: string;
            gathered: boolean;
            built: number;
            used: Array<string>;
          } | null;
          killed: {
            character: string;
            by: number | null;
          } | null;
          bewitched: {
            character: string;
            by: number | null;
          } | null;
          robbed: {
            character: string;
            by: number | null;
          } | null;
        } | null;
        decision: {
          seat: number;
          kind: string;
          n: number;
          asked: number;
          deadline: number | null;
          actions: Array<{
            text: string;
            verb: string;
          }> | null;
        } | null;
        result: {
          places: Array<Array<number>>;
          totals: Array<number>;
          left: Array<number>;
        } | null;
      } | null;
    };
  };
  PreviewTable: {
    variables: { input: SetupInput };
    data: {
      previewTable: {
        cast: Array<string>;
        uniques: Array<string>;
        rank9: NinthRule;
        places: Array<{
          rank: number;
          wanted: string | null;
          chosen: string;
          choices: Array<string>;
        }>;
      } | null;
    };
  };
  Profile: {
    variables: { account: string; edition?: Edition | null; players?: number | null };
    data: {
      profile: {
        player: {
          account: string | null;
          name: string;
          kind: string;
          level: AiLevel | null;
        };
        games: number;
        wins: number;
        low: number;
        high: number;
        meanPlace: number | null;
        seats: Array<{
          seat: number;
          games: number;
          wins: number;
          low: number;
          high: number;
        }>;
        characters: Array<{
          character: string;
          picks: number;
          games: number;
          wins: number;
          low: number;
          high: number;
        }>;
      } | null;
    };
  };
  QuickMatch: {
    variables: { input?: QuickMatchInput | null };
    data: {
      quickMatch: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  Ratings: {
    variables: { account: string; edition?: Edition | null; players?: number | null };
    data: {
      ratings: Array<{
        edition: string;
        seats: number;
        rating: number;
        low: number;
        high: number;
        games: number;
        provisional: boolean;
        gamesLeft: number;
        widthLeft: number;
        lastSeen: number;
        history: Array<{
          at: number;
          table: string;
          rating: number;
          low: number;
          high: number;
          games: number;
        }>;
      }> | null;
    };
  };
  Record: {
    variables: { table: string };
    data: {
      record: string | null;
    };
  };
  RecoverAccount: {
    variables: { input: RecoverInput };
    data: {
      recoverAccount: {
        __typename: "GuestPayload";
        account: {
          id: string;
          kind: AccountKind;
          name: string;
          owner: string | null;
          about: string;
          created: number;
        };
        credential: {
          id: string;
          name: string;
          scopes: Array<Scope>;
          created: number;
          expires: number;
          revoked: number | null;
          table: string | null;
          lastUsed: string | null;
          secret: string | null;
        };
        recovery: string | null;
      };
    };
  };
  RematchTable: {
    variables: { input: TableInput };
    data: {
      rematchTable: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  Replay: {
    variables: { table: string; eyes?: string | null; after?: number; first?: number; invite?: string | null };
    data: {
      replay: {
        table: string;
        n: number;
        commitment: string;
        seed: string;
        rules: number;
        seats: Array<{
          seat: number;
          kind: SeatKind;
          left: string | null;
          level: AiLevel | null;
          player: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          } | null;
        }>;
        result: {
          places: Array<Array<number>>;
          totals: Array<number>;
          left: Array<number>;
        } | null;
        scores: any;
        opening: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
        moments: Array<{
          n: number;
          seat: number | null;
          do: string | null;
          by: string | null;
          at: number | null;
          position: any;
          decision: {
            seat: number;
            kind: string;
          } | null;
          events: Array<{
            number: number;
            kind: string;
            seat: number | null;
            facts: {
              json: any;
            };
          }>;
        }>;
      } | null;
    };
  };
  ReplayWebhook: {
    variables: { input: ReplayInput };
    data: {
      replayWebhook: {
        __typename: "WebhookPayload";
        webhook: {
          webhook: string;
          tournament: string;
          url: string;
          kinds: Array<string>;
          created: number;
          cursor: number;
          failures: number;
          off: boolean;
          secret: string | null;
        };
      };
    };
  };
  ResignTable: {
    variables: { input: TableInput };
    data: {
      resignTable: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  RetireBot: {
    variables: { input: RetireBotInput };
    data: {
      retireBot: {
        __typename: "BotPayload";
        bot: {
          account: {
            id: string;
            kind: AccountKind;
            name: string;
            owner: string | null;
            about: string;
            created: number;
          };
        };
      };
    };
  };
  RevokeCredential: {
    variables: { input: RevokeCredentialInput };
    data: {
      revokeCredential: {
        __typename: "CredentialPayload";
        credential: {
          id: string;
          name: string;
          scopes: Array<Scope>;
          created: number;
          expires: number;
          revoked: number | null;
          table: string | null;
          lastUsed: string | null;
          secret: string | null;
        };
      };
    };
  };
  RotateCredential: {
    variables: { input: RotateCredentialInput };
    data: {
      rotateCredential: {
        __typename: "CredentialPayload";
        credential: {
          id: string;
          name: string;
          scopes: Array<Scope>;
          created: number;
          expires: number;
          revoked: number | null;
          table: string | null;
          lastUsed: string | null;
          secret: string | null;
        };
      };
    };
  };
  SeatAi: {
    variables: { input: AddAiInput };
    data: {
      seatAi: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  SetPairings: {
    variables: { input: PairingsInput };
    data: {
      setPairings: {
        __typename: "TournamentPayload";
        tournament: {
          id: string;
          name: string;
          about: string;
          status: TournamentStatus;
          why: string;
          number: number;
          organizer: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          settings: {
            format: Format;
            seats: number;
            deals: number;
            duplicate: boolean;
            rotation: Rotation;
            shared: boolean;
            rounds: number | null;
            tables: number | null;
            advance: number | null;
            focus: Array<string>;
            seeding: Seeding;
            points: Points;
            order: Array<Criterion>;
            odd: OddPolicy;
            smallField: SmallFieldPolicy;
            filler: AiLevel;
            bye: ByePolicy;
            late: LatePolicy;
            withdrawal: WithdrawalPolicy;
            emptySeat: EmptySeatPolicy;
            fault: FaultPolicy;
            forfeit: ForfeitPolicy;
            noShow: NoShowPolicy;
            forfeits: number | null;
            bound: number;
            alpha: number;
            beta: number;
            most: number;
          };
          edition: Edition;
          scenarios: Array<string>;
          cast: Array<string> | null;
          uniques: Array<string> | null;
          options: any;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          conditions: {
            kinds: Array<string>;
            botsPerOwner: number | null;
            most: number;
            invitedOnly: boolean;
            leastRating: number | null;
            mostRating: number | null;
          };
          schedule: {
            begins: Begins;
            at: number | null;
            everyMs: number | null;
            count: number | null;
          };
          graceMs: number;
          atOnce: number;
          entryOpen: boolean;
          entrants: Array<{
            entrant: string;
            name: string;
            kind: string;
            owner: string | null;
            level: AiLevel | null;
            withdrawn: string | null;
          }>;
          progress: {
            gamesPlayed: number;
            gamesKnown: number;
            gamesExpected: number | null;
            roundsMade: number;
            roundsExpected: number | null;
            expectedEnd: number | null;
          };
          rules: number;
          commitment: string;
          secret: string | null;
          series: string | null;
          inSeries: number;
          next: string | null;
          created: number;
          started: number | null;
          ended: number | null;
        };
      };
    };
  };
  Standings: {
    variables: { tournament: string };
    data: {
      standings: {
        tournament: string;
        number: number;
        status: TournamentStatus;
        progress: {
          gamesPlayed: number;
          gamesKnown: number;
          gamesExpected: number | null;
          roundsMade: number;
          roundsExpected: number | null;
          expectedEnd: number | null;
        };
        standings: Array<{
          place: number;
          entrant: string;
          name: string;
          games: number;
          points: number;
          mean: number;
          wins: number;
          score: number;
          margin: number;
          meanPlace: number;
          faults: number;
          forfeits: number;
          byes: number;
          criteria: Array<number>;
          withdrawn: string | null;
        }>;
        statistics: any;
      } | null;
    };
  };
  StartTable: {
    variables: { input: TableInput };
    data: {
      startTable: {
        __typename: "TablePayload";
        table: {
          id: string;
          name: string;
          status: TableStatus;
          number: number;
          creator: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          edition: Edition;
          players: number;
          scenario: string | null;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            left: string | null;
            level: AiLevel | null;
            bankMs: number | null;
            player: {
              account: string | null;
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          start: StartRule;
          created: number;
          started: number | null;
          ended: number | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          rematch: string | null;
          yourSeat: number | null;
        };
      };
    };
  };
  Statistics: {
    variables: {};
    data: {
      statistics: {
        at: number;
        counts: Array<{
          name: string;
          count: any;
        }>;
      } | null;
    };
  };
  SubmitMove: {
    variables: { input: SubmitInput };
    data: {
      submit: {
        __typename: "SubmitPayload";
        taken: number;
        n: number;
        number: number;
        replayed: boolean;
        events: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
        position: {
          table: string;
          number: number;
          seat: number | null;
          status: TableStatus;
          view: {
            phase: Phase;
            round: number;
            n: number;
            crown: number;
            deckSize: number;
            faceup: Array<string>;
            facedown: Array<string | null>;
            pool: Array<string> | null;
            poolSize: number;
            tax: number;
            completed: Array<Array<number>>;
            seats: Array<{
              seat: number;
              gold: number;
              hand: Array<string> | null;
              handSize: number;
              characters: Array<string | null>;
              revealed: Array<string>;
              city: Array<{
                text: string;
                tuckedSize: number;
              }>;
            }>;
            turn: {
              character: string;
              gathered: boolean;
              built: number;
              used: Array<string>;
            } | null;
            killed: {
              character: string;
              by: number | null;
            } | null;
            bewitched: {
              character: string;
              by: number | null;
            } | null;
            robbed: {
              character: string;
              by: number | null;
            } | null;
          } | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
            actions: Array<{
              text: string;
              verb: string;
            }> | null;
          } | null;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
        };
        stopped: ({
          __typename: "AccessProblem";
          code: ProblemCode;
          message: string;
          scope: string | null;
        } | {
          __typename: "BadSetupProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "ClockExpiredProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "ConflictProblem";
          code: ProblemCode;
          message: string;
          n: number;
        } | {
          __typename: "GameOverProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "IllegalActionProblem";
          code: ProblemCode;
          message: string;
          rule: string | null;
          legal: Array<string>;
        } | {
          __typename: "InvalidProblem";
          code: ProblemCode;
          message: string;
          errors: Array<{
            path: string;
            message: string;
          }>;
        } | {
          __typename: "KeyReusedProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotFoundProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotPossibleProblem";
          code: ProblemCode;
          message: string;
        } | {
          __typename: "NotYourTurnProblem";
          code: ProblemCode;
          message: string;
          n: number;
        } | {
          __typename: "RateLimitedProblem";
          code: ProblemCode;
          message: string;
          retryAfter: number;
        } | {
          __typename: "RefusedProblem";
          code: ProblemCode;
          message: string;
        }) | null;
      };
    };
  };
  Table: {
    variables: { id: string; invite?: string | null };
    data: {
      table: {
        id: string;
        name: string;
        status: TableStatus;
        number: number;
        creator: {
          account: string | null;
          name: string;
          kind: string;
          level: AiLevel | null;
        };
        edition: Edition;
        players: number;
        scenario: string | null;
        seats: Array<{
          seat: number;
          kind: SeatKind;
          left: string | null;
          level: AiLevel | null;
          bankMs: number | null;
          player: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          } | null;
        }>;
        clock: {
          kind: ClockKind;
          limitMs: number | null;
          bankMs: number | null;
          incrementMs: number;
        };
        timeout: TimeoutPolicy;
        visibility: Visibility;
        spectatorDelayMs: number;
        rated: boolean;
        start: StartRule;
        created: number;
        started: number | null;
        ended: number | null;
        decision: {
          seat: number;
          kind: string;
          n: number;
          asked: number;
          deadline: number | null;
        } | null;
        result: {
          places: Array<Array<number>>;
          totals: Array<number>;
          left: Array<number>;
        } | null;
        rematch: string | null;
        yourSeat: number | null;
        cast: Array<string>;
        uniques: Array<string>;
        options: any;
        rules: number;
        commitment: string;
        seeded: boolean;
        seed: string | null;
        archived: boolean;
      } | null;
    };
  };
  Tables: {
    variables: { first?: number; after?: string | null; status?: TableStatus; edition?: Edition | null; players?: number | null; rated?: boolean | null; mine?: boolean };
    data: {
      tables: {
        nodes: Array<{
          id: string;
          name: string;
          status: TableStatus;
          creator: {
            account: string | null;
            name: string;
            kind: string;
          };
          edition: Edition;
          players: number;
          seats: Array<{
            seat: number;
            kind: SeatKind;
            player: {
              name: string;
              kind: string;
              level: AiLevel | null;
            } | null;
          }>;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          visibility: Visibility;
          rated: boolean;
          start: StartRule;
          created: number;
          yourSeat: number | null;
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  Tournament: {
    variables: { id: string };
    data: {
      tournament: {
        id: string;
        name: string;
        about: string;
        status: TournamentStatus;
        why: string;
        number: number;
        organizer: {
          account: string | null;
          name: string;
          kind: string;
          level: AiLevel | null;
        };
        settings: {
          format: Format;
          seats: number;
          deals: number;
          duplicate: boolean;
          rotation: Rotation;
          shared: boolean;
          rounds: number | null;
          tables: number | null;
          advance: number | null;
          focus: Array<string>;
          seeding: Seeding;
          points: Points;
          order: Array<Criterion>;
          odd: OddPolicy;
          smallField: SmallFieldPolicy;
          filler: AiLevel;
          bye: ByePolicy;
          late: LatePolicy;
          withdrawal: WithdrawalPolicy;
          emptySeat: EmptySeatPolicy;
          fault: FaultPolicy;
          forfeit: ForfeitPolicy;
          noShow: NoShowPolicy;
          forfeits: number | null;
          bound: number;
          alpha: number;
          beta: number;
          most: number;
        };
        edition: Edition;
        scenarios: Array<string>;
        cast: Array<string> | null;
        uniques: Array<string> | null;
        options: any;
        clock: {
          kind: ClockKind;
          limitMs: number | null;
          bankMs: number | null;
          incrementMs: number;
        };
        timeout: TimeoutPolicy;
        visibility: Visibility;
        spectatorDelayMs: number;
        rated: boolean;
        conditions: {
          kinds: Array<string>;
          botsPerOwner: number | null;
          most: number;
          invitedOnly: boolean;
          leastRating: number | null;
          mostRating: number | null;
        };
        schedule: {
          begins: Begins;
          at: number | null;
          everyMs: number | null;
          count: number | null;
        };
        graceMs: number;
        atOnce: number;
        entryOpen: boolean;
        entrants: Array<{
          entrant: string;
          name: string;
          kind: string;
          owner: string | null;
          level: AiLevel | null;
          withdrawn: string | null;
        }>;
        progress: {
          gamesPlayed: number;
          gamesKnown: number;
          gamesExpected: number | null;
          roundsMade: number;
          roundsExpected: number | null;
          expectedEnd: number | null;
        };
        rules: number;
        commitment: string;
        secret: string | null;
        series: string | null;
        inSeries: number;
        next: string | null;
        created: number;
        started: number | null;
        ended: number | null;
      } | null;
    };
  };
  TournamentFrames: {
    variables: { tournament: string; after?: number };
    data: {
      tournamentFrames: Array<{
        type: TournamentFrameType;
        tournament: string;
        number: number;
        at: number;
        entries: Array<{
          number: number;
          at: number;
          kind: string;
          facts: any;
        }>;
        status: TournamentStatus;
        standings: Array<{
          place: number;
          entrant: string;
          name: string;
          games: number;
          points: number;
          mean: number;
          wins: number;
          score: number;
          margin: number;
          meanPlace: number;
          faults: number;
          forfeits: number;
          byes: number;
          criteria: Array<number>;
          withdrawn: string | null;
        }> | null;
        progress: {
          gamesPlayed: number;
          gamesKnown: number;
          gamesExpected: number | null;
          roundsMade: number;
          roundsExpected: number | null;
          expectedEnd: number | null;
        } | null;
      }> | null;
    };
  };
  TournamentGames: {
    variables: { tournament: string; first?: number; after?: string | null; round?: number | null; entrant?: string | null; game?: string | null; status?: GameStatus | null };
    data: {
      games: {
        nodes: Array<{
          game: string;
          round: number;
          table: string;
          seats: Array<string>;
          status: GameStatus;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          why: string;
          corrected: boolean;
          correction: string | null;
          sealed: boolean;
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  Tournaments: {
    variables: { first?: number; after?: string | null; status?: TournamentStatus | null; format?: Format | null; edition?: Edition | null; rated?: boolean | null; mine?: boolean };
    data: {
      tournaments: {
        nodes: Array<{
          id: string;
          name: string;
          status: TournamentStatus;
          organizer: {
            account: string | null;
            name: string;
            kind: string;
          };
          settings: {
            format: Format;
            seats: number;
            deals: number;
          };
          edition: Edition;
          rated: boolean;
          visibility: Visibility;
          entryOpen: boolean;
          schedule: {
            begins: Begins;
            at: number | null;
          };
          progress: {
            gamesPlayed: number;
            gamesExpected: number | null;
            expectedEnd: number | null;
          };
          created: number;
          started: number | null;
          ended: number | null;
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  UpdateAccount: {
    variables: { input: UpdateAccountInput };
    data: {
      updateAccount: {
        __typename: "AccountPayload";
        account: {
          id: string;
          kind: AccountKind;
          name: string;
          owner: string | null;
          about: string;
          created: number;
        };
      };
    };
  };
  UpdateTournament: {
    variables: { input: UpdateTournamentInput };
    data: {
      updateTournament: {
        __typename: "TournamentPayload";
        tournament: {
          id: string;
          name: string;
          about: string;
          status: TournamentStatus;
          why: string;
          number: number;
          organizer: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          settings: {
            format: Format;
            seats: number;
            deals: number;
            duplicate: boolean;
            rotation: Rotation;
            shared: boolean;
            rounds: number | null;
            tables: number | null;
            advance: number | null;
            focus: Array<string>;
            seeding: Seeding;
            points: Points;
            order: Array<Criterion>;
            odd: OddPolicy;
            smallField: SmallFieldPolicy;
            filler: AiLevel;
            bye: ByePolicy;
            late: LatePolicy;
            withdrawal: WithdrawalPolicy;
            emptySeat: EmptySeatPolicy;
            fault: FaultPolicy;
            forfeit: ForfeitPolicy;
            noShow: NoShowPolicy;
            forfeits: number | null;
            bound: number;
            alpha: number;
            beta: number;
            most: number;
          };
          edition: Edition;
          scenarios: Array<string>;
          cast: Array<string> | null;
          uniques: Array<string> | null;
          options: any;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          conditions: {
            kinds: Array<string>;
            botsPerOwner: number | null;
            most: number;
            invitedOnly: boolean;
            leastRating: number | null;
            mostRating: number | null;
          };
          schedule: {
            begins: Begins;
            at: number | null;
            everyMs: number | null;
            count: number | null;
          };
          graceMs: number;
          atOnce: number;
          entryOpen: boolean;
          entrants: Array<{
            entrant: string;
            name: string;
            kind: string;
            owner: string | null;
            level: AiLevel | null;
            withdrawn: string | null;
          }>;
          progress: {
            gamesPlayed: number;
            gamesKnown: number;
            gamesExpected: number | null;
            roundsMade: number;
            roundsExpected: number | null;
            expectedEnd: number | null;
          };
          rules: number;
          commitment: string;
          secret: string | null;
          series: string | null;
          inSeries: number;
          next: string | null;
          created: number;
          started: number | null;
          ended: number | null;
        };
      };
    };
  };
  WatchPricedTable: {
    variables: { table: string; after?: number | null; invite?: string | null };
    data: {
      events: {
        type: FrameType;
        table: string;
        number: number;
        at: number;
        events: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
        position: {
          number: number;
          seat: number | null;
          status: TableStatus;
          notation: any;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
            actions: Array<{
              text: string;
              price: number;
            }> | null;
          } | null;
        } | null;
      };
    };
  };
  WatchTable: {
    variables: { table: string; after?: number | null; invite?: string | null };
    data: {
      events: {
        type: FrameType;
        table: string;
        number: number;
        at: number;
        events: Array<{
          number: number;
          kind: string;
          seat: number | null;
          facts: {
            json: any;
          };
        }>;
        position: {
          number: number;
          seat: number | null;
          status: TableStatus;
          notation: any;
          result: {
            places: Array<Array<number>>;
            totals: Array<number>;
            left: Array<number>;
          } | null;
          decision: {
            seat: number;
            kind: string;
            n: number;
            asked: number;
            deadline: number | null;
            actions: Array<{
              text: string;
              verb: string;
              character: string | null;
              district: string | null;
              seat: number | null;
              own: string | null;
              type: string | null;
              what: string | null;
              taking: string | null;
              gold: number | null;
              cards: number | null;
              framework: boolean | null;
              over: string | null;
              lender: number | null;
              signed: string | null;
              flowered: string | null;
              blank: Array<string> | null;
            }> | null;
          } | null;
        } | null;
        decision: {
          seat: number;
          kind: string;
          n: number;
          asked: number;
          deadline: number | null;
          actions: Array<{
            text: string;
            verb: string;
            character: string | null;
            district: string | null;
            seat: number | null;
            own: string | null;
            type: string | null;
            what: string | null;
            taking: string | null;
            gold: number | null;
            cards: number | null;
            framework: boolean | null;
            over: string | null;
            lender: number | null;
            signed: string | null;
            flowered: string | null;
            blank: Array<string> | null;
          }> | null;
        } | null;
      };
    };
  };
  WatchedTable: {
    variables: { id: string; invite?: string | null };
    data: {
      table: {
        id: string;
        name: string;
        status: TableStatus;
        number: number;
        creator: {
          account: string | null;
          name: string;
          kind: string;
          level: AiLevel | null;
        };
        edition: Edition;
        players: number;
        scenario: string | null;
        seats: Array<{
          seat: number;
          kind: SeatKind;
          left: string | null;
          level: AiLevel | null;
          bankMs: number | null;
          player: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          } | null;
        }>;
        clock: {
          kind: ClockKind;
          limitMs: number | null;
          bankMs: number | null;
          incrementMs: number;
        };
        timeout: TimeoutPolicy;
        visibility: Visibility;
        spectatorDelayMs: number;
        rated: boolean;
        start: StartRule;
        created: number;
        started: number | null;
        ended: number | null;
        decision: {
          seat: number;
          kind: string;
          n: number;
          asked: number;
          deadline: number | null;
        } | null;
        result: {
          places: Array<Array<number>>;
          totals: Array<number>;
          left: Array<number>;
        } | null;
        rematch: string | null;
        yourSeat: number | null;
        cast: Array<string>;
        rules: number;
        commitment: string;
        seeded: boolean;
        archived: boolean;
        sealed: boolean;
        tournament: string | null;
        fixture: string | null;
      } | null;
    };
  };
  Webhooks: {
    variables: { tournament: string };
    data: {
      webhooks: Array<{
        webhook: string;
        tournament: string;
        url: string;
        kinds: Array<string>;
        created: number;
        cursor: number;
        failures: number;
        off: boolean;
        secret: string | null;
      }> | null;
    };
  };
  WhyNot: {
    variables: { table: string; actions: Array<string>; invite?: string | null };
    data: {
      whyNot: Array<{
        text: string;
        legal: boolean;
        rule: string | null;
        why: string | null;
      }> | null;
    };
  };
  WithdrawEntrant: {
    variables: { input: WithdrawInput };
    data: {
      withdrawEntrant: {
        __typename: "TournamentPayload";
        tournament: {
          id: string;
          name: string;
          about: string;
          status: TournamentStatus;
          why: string;
          number: number;
          organizer: {
            account: string | null;
            name: string;
            kind: string;
            level: AiLevel | null;
          };
          settings: {
            format: Format;
            seats: number;
            deals: number;
            duplicate: boolean;
            rotation: Rotation;
            shared: boolean;
            rounds: number | null;
            tables: number | null;
            advance: number | null;
            focus: Array<string>;
            seeding: Seeding;
            points: Points;
            order: Array<Criterion>;
            odd: OddPolicy;
            smallField: SmallFieldPolicy;
            filler: AiLevel;
            bye: ByePolicy;
            late: LatePolicy;
            withdrawal: WithdrawalPolicy;
            emptySeat: EmptySeatPolicy;
            fault: FaultPolicy;
            forfeit: ForfeitPolicy;
            noShow: NoShowPolicy;
            forfeits: number | null;
            bound: number;
            alpha: number;
            beta: number;
            most: number;
          };
          edition: Edition;
          scenarios: Array<string>;
          cast: Array<string> | null;
          uniques: Array<string> | null;
          options: any;
          clock: {
            kind: ClockKind;
            limitMs: number | null;
            bankMs: number | null;
            incrementMs: number;
          };
          timeout: TimeoutPolicy;
          visibility: Visibility;
          spectatorDelayMs: number;
          rated: boolean;
          conditions: {
            kinds: Array<string>;
            botsPerOwner: number | null;
            most: number;
            invitedOnly: boolean;
            leastRating: number | null;
            mostRating: number | null;
          };
          schedule: {
            begins: Begins;
            at: number | null;
            everyMs: number | null;
            count: number | null;
          };
          graceMs: number;
          atOnce: number;
          entryOpen: boolean;
          entrants: Array<{
            entrant: string;
            name: string;
            kind: string;
            owner: string | null;
            level: AiLevel | null;
            withdrawn: string | null;
          }>;
          progress: {
            gamesPlayed: number;
            gamesKnown: number;
            gamesExpected: number | null;
            roundsMade: number;
            roundsExpected: number | null;
            expectedEnd: number | null;
          };
          rules: number;
          commitment: string;
          secret: string | null;
          series: string | null;
          inSeries: number;
          next: string | null;
          created: number;
          started: number | null;
          ended: number | null;
        };
      };
    };
  };
}
