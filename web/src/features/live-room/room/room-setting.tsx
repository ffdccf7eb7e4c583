import { createContext, type ReactNode, useContext } from 'react';

/**
 * What kind of sale the room is for.
 * - `sale`: one of the yard's.
 * - `practice`: made up, for its one viewer. Everyone may bid in it, and nothing of it is kept in the account.
 *   `leave` ends it; `over` stands where the yard's sales say that they are closed.
 */
export type RoomSetting =
  | { kind: 'sale' }
  | {
      kind: 'practice';
      watching: ReadonlySet<string>;
      watch: (lot: string, on: boolean) => void;
      leave: () => void;
      over: ReactNode;
    };

const RoomSettingContext = createContext<RoomSetting>({ kind: 'sale' });

/** Rooms inside are of this kind. */
export function RoomSettingProvider({ setting, children }: { setting: RoomSetting; children: ReactNode }) {
  return <RoomSettingContext.Provider value={setting}>{children}</RoomSettingContext.Provider>;
}

export const useRoomSetting = (): RoomSetting => useContext(RoomSettingContext);
