/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import * as assert from 'uvu/assert';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { InfiniteList } = await import('./infinite-list.tsx');

const test = suite('infinite list');
test.beforeEach(() => {
  leaveScreens();
  sessionStorage.clear();
});
test.after(leaveScreens);

function Numbers({ asked }: { asked: number[] }) {
  const query = useInfiniteQuery({
    queryKey: ['numbers'],
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam);
      return [pageParam];
    },
    initialPageParam: 1,
    getNextPageParam: ([page = 0]) => (page < 5 ? page + 1 : undefined),
  });
  if (query.data === undefined) return null;
  return (
    <InfiniteList query={query} label="Loading numbers…">
      {query.data.pages.flat().map((page) => (
        <p key={page}>Page {page}</p>
      ))}
    </InfiniteList>
  );
}

test('who comes back finds as many pages as there were, at the same place', async () => {
  const scrolls: number[] = [];
  const { scrollTo } = window;
  window.scrollTo = (...to: unknown[]) => {
    scrolls.push(Number(to[1]));
  };
  try {
    const user = userEvent.setup();
    renderScreen(<Numbers asked={[]} />, { path: '/results' });
    await screen.findByText('Page 1');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('Page 2');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('Page 3');
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 1_234 });
    window.dispatchEvent(new Event('scroll'));
    window.dispatchEvent(new Event('pagehide'));
    leaveScreens();
    const asked: number[] = [];
    renderScreen(<Numbers asked={asked} />, { path: '/results' });
    await screen.findByText('Page 3');
    await waitFor(() => assert.equal(scrolls, [1_234]));
    assert.equal(asked, [1, 2, 3]);
    await new Promise((rest) => setTimeout(rest, 50));
    assert.is(screen.queryByText('Page 4'), null);
  } finally {
    window.scrollTo = scrollTo;
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
  }
});

test('another address begins at its beginning', async () => {
  sessionStorage.setItem('saleyard-place /results default', '{"pages":3,"y":900}');
  const asked: number[] = [];
  renderScreen(<Numbers asked={asked} />, { path: '/elsewhere' });
  await screen.findByText('Page 1');
  await new Promise((rest) => setTimeout(rest, 50));
  assert.equal(asked, [1]);
});

test('a place that cannot be understood is none', async () => {
  sessionStorage.setItem('saleyard-place /results default', '{"pages":"many"}');
  renderScreen(<Numbers asked={[]} />, { path: '/results' });
  assert.ok(await screen.findByText('Page 1'));
});

test.run();
