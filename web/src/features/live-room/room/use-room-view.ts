import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readView, type UrlView, writeView } from '@/features/live-room/rules/url-view.ts';

/**
 * The room's view, kept in the address. Choosing a lot on a phone (`push`) is a step that Back takes back; all
 * other changes replace the address.
 */
export function useRoomView(): {
  view: UrlView;
  change: (part: Partial<UrlView>, how?: { push?: boolean }) => void;
} {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const change = useCallback(
    (part: Partial<UrlView>, { push = false }: { push?: boolean } = {}) =>
      setParams((known) => writeView({ ...readView(known), ...part }), { replace: !push }),
    [setParams],
  );
  return { view, change };
}
