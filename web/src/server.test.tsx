/** @jsxRuntime automatic */
import { register } from 'node:module';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleCatalogueLot } from '@/test-support/example-sales.ts';

// No window: this is what the server runs.
if (/\.tsx?$/.test(process.argv[1] ?? '')) register('./test-support/jsx-hooks.mjs', import.meta.url);
const { callBy, renderFirstView } = await import('./server.tsx');

const test = suite('first views');

const AT = Date.UTC(2025, 5, 15, 14, 30);
const server = { isLive: true, message: '', supportPhone: '02 5550 9999' };
const sale = exampleAuction({ public: true, description: '</script><script>alert(1)</script>' });

/** Answers `reads` by the end of their paths; nothing else is there. Returns what was read. */
function site(reads: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  callBy(async (address) => {
    const { pathname } = new URL(address, 'http://saleyard.test');
    asked.push(pathname);
    const found = Object.entries(reads).find(([path]) => pathname.endsWith(path))?.[1];
    if (found instanceof Response) return found;
    return found === undefined ? new Response('{}', { status: 404 }) : Response.json({ data: found });
  });
  return asked;
}

const render = (path: string, isSignedIn = true) => renderFirstView({ path, isSignedIn, server }, AT);

/** The data beside the HTML. */
const dataOf = (view: string) =>
  JSON.parse(/<script type="application\/json" id="first-view">(.*)<\/script>$/.exec(view)?.[1] ?? '{}');

test('the landing page is rendered for visitors with the sales and lots that it reads', async () => {
  const lot = exampleCatalogueLot({
    auction: sale._id,
    media: [{ url: '/media/1.svg', thumbnail: '/media/1.svg', title: '' }],
  });
  const asked = site({ '/auctions': { auctions: [sale] }, '/lots/public-info': { lots: [lot] } });
  const view = (await render('/sign-in', false)) ?? '';
  for (const words of [
    '<h1>Sign in</h1>',
    'Gunnedah Weaner Sale',
    '40 Angus weaner steers',
    '02 5550 9999',
    'Guest',
  ])
    assert.match(view, words);
  assert.equal(asked, ['/api/v1/auctions', `/api/v1/auctions/${sale._id}/lots/public-info`]);
  assert.is(dataOf(view).isSignedIn, false);
});

test('a view is of people with a session, and of none of them', async () => {
  const asked = site({ '/auctions': { auctions: [sale] } });
  const view = (await render('/main/upcoming')) ?? '';
  assert.match(view, 'Log Out');
  assert.not.match(view, 'Staff Desk');
  // 00.30 at Sydney, the day after.
  assert.match(view, 'Monday 16 June 2025 - 12.30 AM');
  assert.not.ok(asked.some((path) => path.includes('/users/')));
  const { queries } = dataOf(view).queries;
  assert.not.ok(queries.some(({ queryKey }: { queryKey: string[] }) => queryKey[0] === 'users'));
});

test('what sellers write cannot end the data', async () => {
  site({ '/auctions/1042': { auction: sale }, '/lots': { lots: [], totalTable: [] } });
  const view = (await render('/main/upcoming/Cattle/1042')) ?? '';
  assert.is(view.split('<script').length, 2, 'the data is the one script');
  assert.is(view.split('</script>').length, 2);
  assert.match(JSON.stringify(dataOf(view)), '</script>');
});

test('there is no view of what is not there, not public, or not yet one', async () => {
  site({});
  assert.is(await render('/main/upcoming/Cattle/9'), null);
  site({ '/auctions/1042': new Response('{}', { status: 401 }) });
  assert.is(await render('/main/upcoming/Cattle/1042'), null);
  site({ '/auctions/1042': { auction: sale }, '/lots': { lots: [], totalTable: [] } });
  assert.is(await render('/main/upcoming/Sheep/1042'), null, 'another address leads there');
});

test('a read that fails is an error, and so is a screen that throws', async () => {
  const failed = async (reads: Readonly<Record<string, unknown>>) => {
    site(reads);
    return render('/main/upcoming').then(
      () => 'rendered',
      () => 'threw',
    );
  };
  assert.is(await failed({ '/auctions': new Response('{}', { status: 503 }) }), 'threw');
  assert.is(await failed({ '/auctions': { auctions: [{ ...sale, location: null }] } }), 'threw');
});

test.run();
