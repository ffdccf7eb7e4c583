/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { MEDIA_REFUSALS } from '@saleyard/contract/lot-media.ts';
import type { SavedLot } from '@saleyard/contract/selling.ts';
import { KIND_TYPES } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { handles, refuses, unreachable, untilReceived } from '@/test-support/server.ts';
import { withMedia } from './test-support/played-media.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor, within } = await import('@testing-library/react');
const { openDraft, openForm, sections, server } = await import('./test-support/open-form.tsx');

const test = suite('documents, pictures and videos in the lot form', { limitMs: 180_000 });
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const MEDIA = 'Choose pictures and videos';
/** How a JPEG begins. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0, 0x43);
const PICTURE = new File([JPEG], 'yard 1.jpg', { type: 'image/jpeg' });
const SENT_PICTURE = {
  key: 'b'.repeat(32),
  url: '/b.jpg',
  thumbnail: '/b-small.jpg',
  mimeType: 'image/jpeg',
};
const DOCUMENTS = 'Choose PDF, Word, Excel, JPG or PNG files';
const save = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getAllByRole('button', { name: 'Save For Later' })[0] as HTMLElement);
const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' });

test('[S387] [S391] [S473] a PDF is a useful link: it is sent with the next save, and a lot takes six links', async () => {
  const { saved, user } = await openForm('cattle');
  const sent: string[] = [];
  const changes: SavedLot[] = [];
  const url = `/api/v1/download-file/${'a'.repeat(32)}?fileName=Useful+link.pdf`;
  server.use(
    handles('post', 'lots/l1/usefulPdfs', ({ headers }) => {
      sent.push(...['content-type', 'file-name', 'file-description'].map((name) => headers.get(name) ?? ''));
      const newPdfFile = { key: 'a'.repeat(32), url, description: 'Bulls & Kühe', order: 0, isPdf: true };
      return { newPdfFile, revision: 1 };
    }),
    handles('put', 'auctions/:auction/lots/l1', async (request) => {
      changes.push(((await request.json()) as { lot: SavedLot }).lot);
      return { _id: 'l1', searchNumericId: 7, revision: 2, phase: 'draft' };
    }),
  );
  await user.upload(screen.getByLabelText('Choose PDF files'), pdf('Bulls 1.pdf'));
  await screen.findByText('is sent with the next save');
  await user.type(screen.getByLabelText('Description, row 1'), 'Bulls & Kühe');
  await user.click(screen.getByRole('button', { name: 'Add a link' }));
  await user.type(screen.getByLabelText('Link, row 2'), 'farm.example');
  await save(user);
  await screen.findByText(/Your Lot Has Been Saved/);
  assert.equal([saved.length, sent], [1, ['application/pdf', 'Bulls%201.pdf', 'Bulls%20%26%20K%C3%BChe']]);
  assert.is(screen.getByRole('link', { name: 'Bulls 1.pdf', hidden: true }).getAttribute('href'), url);
  assert.equal(changes[0]?.usefulLinks, [
    { url, description: 'Bulls & Kühe', isPdf: true },
    { url: 'farm.example', description: '', isPdf: false },
  ]);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.upload(
    screen.getByLabelText('Choose PDF files'),
    [3, 4, 5, 6, 7].map((n) => pdf(`${n}.pdf`)),
  );
  assert.ok(await screen.findByText('At most 6 useful links can be added. Not added: 7.pdf'));
  assert.is(screen.queryByRole('button', { name: 'Add a link' }), null);
});

test('[S028] [S267] [S472] a document is only here until the lot is saved, and is then sent to the draft', async () => {
  const { saved, user } = await openForm('cattle');
  assert.ok(sections().includes('Documents'));
  const sent: string[] = [];
  const changes: SavedLot[] = [];
  const key = 'a'.repeat(32);
  const uri = `/api/v1/download-file/${key}?fileName=Report.pdf`;
  server.use(
    handles('post', 'lots/l1/documents', (request) => {
      sent.push(
        ...['file-name', 'file-description'].map((name) =>
          decodeURIComponent(request.headers.get(name) ?? ''),
        ),
      );
      const document = { key, name: 'Report.pdf', mimeType: 'application/pdf', order: 0, uri };
      return { document: { ...document, description: 'Vet' }, revision: 1 };
    }),
    handles('put', 'auctions/:auction/lots/l1', async (request) => {
      const body = (await request.json()) as { lot: SavedLot; revision: number };
      changes.push({ ...body.lot, revision: body.revision } as SavedLot);
      return { _id: 'l1', searchNumericId: 7, revision: 2, phase: 'draft' };
    }),
  );
  const input = screen.getByLabelText(DOCUMENTS);
  await userEvent
    .setup({ applyAccept: false })
    .upload(input, new File(['x'], 'page.html', { type: 'text/html' }));
  await screen.findByText("page.html can't be added. Please choose PDF, Word, Excel, JPG or PNG files.");
  await user.upload(input, pdf('Report.pdf'));
  await screen.findByText('is sent with the next save');
  await user.type(screen.getByLabelText('Description, document 1'), 'Vet');
  await untilReceived();
  assert.equal([saved, sent], [[], []]); // [S267]
  await save(user);
  await screen.findByText(/Your Lot Has Been Saved/);
  assert.equal([saved.length, sent], [1, ['Report.pdf', 'Vet']]);
  assert.is(screen.getByRole('link', { name: 'Report.pdf', hidden: true }).getAttribute('href'), uri);
  assert.equal(changes, [], 'the server has it as it stands');
});

test('[S266] a picture is only here until the lot is saved, and is then sent to the draft', () =>
  withMedia(true, [], async () => {
    const { saved, user } = await openForm('goat');
    const sent: string[] = [];
    const medium = { key: 'b'.repeat(32), url: '/b.jpg', thumbnail: '/b-small.jpg', mimeType: 'image/jpeg' };
    server.use(
      handles('post', 'lots/l1/media', () => {
        sent.push('picture');
        return { media: medium, revision: 1 };
      }),
      handles('put', 'auctions/:auction/lots/l1', () => ({
        ...{ _id: 'l1', searchNumericId: 7, revision: 2, phase: 'draft' },
      })),
    );
    await user.upload(screen.getByLabelText(MEDIA), new File([JPEG], 'yard.jpg', { type: 'image/jpeg' }));
    const row = within(await screen.findByRole('listitem', { name: 'picture 1' }));
    await row.findByText('is sent with the next save');
    await user.type(screen.getByLabelText(/^Stock Description/), 'Quiet');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal([saved, sent], [[], []]);
    await save(user);
    await screen.findByText(/Your Lot Has Been Saved/);
    assert.equal([saved.length, sent], [1, ['picture']]);
    assert.is(row.queryByText('is sent with the next save'), null);
  }));

test('files without an ending are added, and the server checks their bytes', async () => {
  await openForm('cattle');
  const user = userEvent.setup({ applyAccept: false });
  for (const [label, name] of [
    [DOCUMENTS, 'scan'],
    ['Choose PDF files', 'bulls'],
  ] as const) {
    await user.upload(screen.getByLabelText(label), new File([JPEG], name));
    await screen.findByText(name);
  }
  assert.is(screen.getAllByText('is sent with the next save').length, 2);
  assert.is(screen.queryByText(/can't be added/), null);
});

test('a phone’s camera takes a photo straight into the lot', () =>
  withMedia(true, [], async () => {
    const { user } = await openForm('goat');
    const camera = screen.getByLabelText<HTMLInputElement>('Take a photo');
    assert.equal([camera.accept, camera.getAttribute('capture')], ['image/*', 'environment']);
    let opened = 0;
    camera.addEventListener('click', () => (opened += 1));
    await user.click(screen.getByRole('button', { name: 'Take a photo', hidden: true }));
    assert.is(opened, 1);
    await user.upload(camera, new File([JPEG], 'photo.jpg', { type: 'image/jpeg' }));
    await screen.findByRole('listitem', { name: 'picture 1' });
  }));

test('[S502] [S504] a document that cannot be sent says why, and the lot is not saved', async () => {
  const { user } = await openForm('cattle');
  const refusal = { code: 'unfit-file', message: 'This is not a PDF. Please choose a PDF file.' };
  server.use(
    refuses('post', 'lots/l1/documents', 400, refusal),
    handles('put', 'auctions/:auction/lots/l1', () => {
      throw new Error('the lot is saved');
    }),
  );
  await user.upload(screen.getByLabelText(DOCUMENTS), pdf('Report.pdf'));
  await save(user);
  const dialog = await screen.findByRole('dialog');
  assert.match(
    dialog.textContent ?? '',
    /Can not upload selected document\(s\)\. Report\.pdf: This is not a PDF/,
  );
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  assert.match(screen.getByRole('alert').textContent ?? '', 'This is not a PDF');
  await user.click(screen.getByRole('button', { name: 'Remove document 1' }));
  assert.is(screen.queryByText('Report.pdf'), null);
});

test('[S504] a lot is not saved while a document or a picture of it is refused', () =>
  withMedia(true, [], async () => {
    const taken = { key: 'b'.repeat(32), url: '/b.jpg', thumbnail: '/b-small.jpg', mimeType: 'image/jpeg' };
    for (const [label, path, file] of [
      [DOCUMENTS, 'documents', pdf('Report.pdf')],
      [MEDIA, 'media', new File([JPEG], 'yard.jpg', { type: 'image/jpeg' })],
    ] as const) {
      leaveScreens();
      const { user } = await openDraft('goat');
      const changes: SavedLot[] = [];
      server.use(
        refuses('post', `lots/l1/${path}`, 400, { code: 'unfit-file', message: 'Not readable' }),
        handles('put', 'auctions/:auction/lots/l1', async (request) => {
          changes.push(((await request.json()) as { lot: SavedLot }).lot);
          return { _id: 'l1', searchNumericId: 7, revision: 4, phase: 'draft' };
        }),
      );
      const description = screen.getByLabelText(/^Stock Description/);
      fireEvent.change(description, { target: { value: 'Quiet' } });
      await user.upload(screen.getByLabelText(label), file);
      await screen.findByText('is sent with the next save');
      await save(user);
      const dialog = within(await screen.findByRole('dialog'));
      await dialog.findByText(new RegExp(`${file.name}: Not readable`));
      await untilReceived();
      assert.equal(changes, [], path);
      await user.click(dialog.getByRole('button', { name: 'OK' }));
      const document = { name: file.name, uri: '/b.pdf', description: '', mimeType: file.type };
      server.use(handles('post', `lots/l1/${path}`, () => ({ document, media: taken, revision: 3 })));
      await save(user);
      await screen.findByText(/Your Lot Has Been Saved/);
      assert.is(changes[0]?.description, 'Quiet', 'once it is taken');
    }
  }));

test('[S386] a lot takes six documents, several at once, and names those that are too many', async () => {
  const { user } = await openForm('goat');
  await user.upload(screen.getByLabelText(DOCUMENTS), [pdf('1.pdf'), pdf('2.pdf')]);
  await screen.findByText('2.pdf');
  await user.upload(
    screen.getByLabelText(DOCUMENTS),
    [3, 4, 5, 6, 7].map((n) => pdf(`${n}.pdf`)),
  );
  await screen.findByText('6.pdf');
  assert.ok(screen.getByText('At most 6 documents can be added. Not added: 7.pdf'));
  assert.is(screen.queryByLabelText(DOCUMENTS), null);
  await user.click(screen.getByLabelText('Remove document 1'));
  await user.upload(screen.getByLabelText(DOCUMENTS), pdf('7.pdf'));
  await screen.findByText('7.pdf');
  assert.ok(screen.getByText('At most 6 documents can be added'));
});

test('[S388] [S389] [S390] [S391] a document is sent with its type, or that of its Office ending, and its name encoded', async () => {
  const { user } = await openForm('goat');
  const sent: Record<string, string | null> = {};
  const headers: string[] = [];
  server.use(
    handles('post', 'lots/l1/documents', (request) => {
      const [name, description] = ['file-name', 'file-description'].map((header) => {
        const said = request.headers.get(header) ?? '';
        headers.push(said);
        return decodeURIComponent(said);
      });
      sent[String(name)] = request.headers.get('content-type');
      const document = { key: 'a'.repeat(32), name, description, mimeType: '', order: 0 };
      return { document: { ...document, uri: `/${headers.length}` }, revision: 1 };
    }),
  );
  const untyped = ['weights.xls', 'weights.XLSX', 'report.doc', 'report.docx', 'yard.jfif'];
  await user.upload(screen.getByLabelText(DOCUMENTS), [
    pdf('Prüfung & Kühe 100 %.pdf'),
    ...untyped.map((name) => new File(['x'], name)),
  ]);
  await screen.findByText('yard.jfif');
  await user.type(screen.getByLabelText('Description, document 1'), 'Größe: „groß“');
  await save(user);
  await screen.findByText(/Your Lot Has Been Saved/);
  assert.equal(headers.slice(0, 2), [
    'Pr%C3%BCfung%20%26%20K%C3%BChe%20100%20%25.pdf',
    encodeURIComponent('Größe: „groß“'),
  ]); // [S391]
  const office = 'application/vnd.openxmlformats-officedocument';
  assert.equal(sent, {
    'Prüfung & Kühe 100 %.pdf': 'application/pdf', // [S390]
    'weights.xls': 'application/vnd.ms-excel', // [S388]
    'weights.XLSX': `${office}.spreadsheetml.sheet`,
    'report.doc': 'application/msword',
    'report.docx': `${office}.wordprocessingml.document`,
    // A call without a type has that of bytes.
    'yard.jfif': 'application/octet-stream', // [S389]
  });
});

test('[S503] a picture that the server refuses says so at its row, and is sent when it is tried again', () =>
  withMedia(true, [], async () => {
    const { user } = await openForm('goat');
    const refusal = { code: 'unfit-file', message: 'Image size too small' };
    server.use(
      refuses('post', 'lots/l1/media', 400, refusal),
      handles('put', 'auctions/:auction/lots/l1', () => ({
        _id: 'l1',
        searchNumericId: 7,
        revision: 2,
        phase: 'draft',
      })),
    );
    await user.upload(screen.getByLabelText(MEDIA), PICTURE);
    const row = within(await screen.findByRole('listitem', { name: 'picture 1' }));
    await row.findByText('is sent with the next save');
    await save(user);
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Can not upload selected media. yard 1.jpg: Image size too small');
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    assert.match(
      row.getByRole('alert').textContent ?? '',
      'Can not upload selected media. Image size too small',
    );
    server.use(handles('post', 'lots/l1/media', () => ({ media: SENT_PICTURE, revision: 1 })));
    await user.click(row.getByRole('button', { name: 'Try picture 1 again' }));
    await save(user);
    await screen.findByText(/Your Lot Has Been Saved/);
    assert.is(row.queryByRole('alert', { hidden: true }), null);
    assert.is(row.queryByText('is sent with the next save'), null);
  }));

for (const [how, answer] of [
  ['no answer', unreachable('lots/l1/media')],
  ['a failure of the server', refuses('post', 'lots/l1/media', 500)],
] as const)
  test(`[S503] a picture that got ${how} shows what a failed save shows, and is sent with the next save`, () =>
    withMedia(true, [], async () => {
      const { user } = await openForm('goat');
      server.use(answer);
      await user.upload(screen.getByLabelText(MEDIA), PICTURE);
      const row = within(await screen.findByRole('listitem', { name: 'picture 1' }));
      await row.findByText('is sent with the next save');
      await save(user);
      const dialog = within(await screen.findByRole('dialog'));
      await dialog.findByText(/^Your internet connection has dropped out\./);
      assert.is(screen.queryByText(/Can not upload selected media/), null);
      await user.click(dialog.getByRole('button', { name: 'OK' }));
      assert.ok(row.getByText('is sent with the next save'));
      const names: (string | null)[] = [];
      server.use(
        handles('post', 'lots/l1/media', ({ headers }) => {
          names.push(headers.get('file-name'));
          return { media: SENT_PICTURE, revision: 1 };
        }),
      );
      await save(user);
      await screen.findByText(/Your Lot Has Been Saved/);
      assert.equal(names, ['yard%201.jpg']); // [S391]
      assert.is(row.queryByText('is sent with the next save'), null);
    }));

test('[S378] a MOV is a video of the lot where the browser plays it, as Apple’s do, and refused elsewhere', async () => {
  const { user } = await openForm('goat');
  const choose = (name: string) =>
    user.upload(screen.getByLabelText(MEDIA), new File(['film'], name, { type: 'video/quicktime' }));
  await withMedia(false, [], async () => {
    await choose('walk.MOV');
    await screen.findByText(`walk.MOV: ${MEDIA_REFUSALS.unsupported}`);
  });
  assert.is(screen.queryByRole('listitem', { name: 'video 1' }), null);
  await withMedia(true, [], async () => {
    await choose('walk.MOV');
    await screen.findByRole('listitem', { name: 'video 1' });
  });
  assert.is(screen.queryByText(/Unsupported format/), null);
});

test('[S372] [S377] an MP4 of one minute is a video of the lot and is sent with it; a longer one is refused', async () => {
  const { user } = await openForm('goat');
  const key = 'b'.repeat(32);
  const video = { key, url: `/api/v1/lots/l1/media/${key}/video.mp4`, thumbnail: '', mimeType: 'video/mp4' };
  const sent: (string | null)[] = [];
  server.use(
    handles('post', 'lots/l1/media', ({ headers }) => {
      sent.push(headers.get('file-size'));
      return { media: video, revision: 1 };
    }),
    handles('put', 'auctions/:auction/lots/l1', () => ({
      ...{ _id: 'l1', searchNumericId: 7, revision: 2, phase: 'draft' },
    })),
  );
  const choose = (name: string) =>
    user.upload(screen.getByLabelText(MEDIA), new File(['film'], name, { type: 'video/mp4' }));
  const long = async () => {
    await choose('long.mp4');
    await screen.findByText('long.mp4: Video exceeds 1 minute (Please choose another file)');
  };
  await withMedia(true, [], long, 60.1);
  assert.is(screen.queryByRole('listitem', { name: 'video 1' }), null);
  const minute = async () => {
    await choose('walk.mp4');
    await screen.findByRole('listitem', { name: 'video 1' });
  };
  await withMedia(true, [], minute, 60);
  assert.is(screen.queryByText(/Video exceeds/), null);
  await save(user);
  await screen.findByText(/Your Lot Has Been Saved/);
  assert.equal(sent, ['4']);
});

test('[S025] the form of every kind has a section with a picker of pictures and videos', async () => {
  for (const kind of KIND_TYPES)
    await withMedia(true, [], async () => {
      const { user } = await openForm(kind);
      const section = within(screen.getByRole('group', { name: 'Pictures and Videos' }));
      assert.ok(section.getByRole('button', { name: MEDIA }), kind);
      const input = section.getByLabelText<HTMLInputElement>(MEDIA, { selector: 'input' });
      assert.equal([input.type, input.multiple], ['file', true], kind);
      const files = [
        new File([JPEG], 'yard.jpg', { type: 'image/jpeg' }),
        new File(['film'], 'walk.mp4', { type: 'video/mp4' }),
      ];
      await user.upload(input, files);
      for (const name of ['picture 1', 'video 2']) await section.findByRole('listitem', { name });
      leaveScreens();
    });
});

test('[S382] an image that can’t be loaded says so, and is not added', () =>
  withMedia(true, [], async () => {
    const { user } = await openForm('cattle');
    globalThis.createImageBitmap = async () => {
      throw new Error('no picture');
    };
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
    for (const [bytes, name, type] of [
      [JPEG, 'broken.jpg', 'image/jpeg'],
      [png, 'broken.png', 'image/png'],
    ] as const) {
      await user.upload(
        screen.getByLabelText(MEDIA, { selector: 'input' }),
        new File([bytes], name, { type }),
      );
      assert.ok(await screen.findByText(`${name}: Error loading image`));
    }
    assert.is(screen.queryByRole('listitem', { name: /^picture/ }), null);
  }));

test('[S026] [S382] [S384] a picture is cropped behind a box of 320 × 220, and the part in the box takes its place', () =>
  withMedia(true, [], async () => {
    const { user } = await openForm('cattle');
    const canvas = HTMLCanvasElement.prototype;
    const known = [canvas.getContext, canvas.toBlob, HTMLImageElement.prototype.decode] as const;
    const drawn: (readonly number[])[] = [];
    const drawImage = (_: unknown, ...from: number[]) => void drawn.push(from.map(Math.round));
    canvas.getContext = (() => ({
      fillRect: () => undefined,
      drawImage,
    })) as unknown as typeof canvas.getContext;
    canvas.toBlob = (take) => take(new Blob(['cropped'], { type: 'image/jpeg' }));
    let isLoaded = false;
    HTMLImageElement.prototype.decode = async () => {
      if (!isLoaded) throw new Error('no picture');
    };
    try {
      await user.upload(
        screen.getByLabelText(MEDIA, { selector: 'input' }),
        ['1.jpg', '2.jpg'].map((name) => new File([JPEG], name, { type: 'image/jpeg' })),
      );
      await user.click(await screen.findByRole('button', { name: 'Crop picture 2' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Crop picture' }));
      // A picture of 1,200 × 900 px, shown at 400 × 300.
      const image = await dialog.findByAltText('2.jpg, to be cropped');
      const sizes = { naturalWidth: 1_200, naturalHeight: 900, offsetWidth: 400, offsetHeight: 300 };
      for (const [name, value] of Object.entries(sizes)) Object.defineProperty(image, name, { value });
      const rectangle = { width: 400, height: 300, left: 0, top: 0 } as DOMRect;
      dialog.getByTestId('container').getBoundingClientRect = () => rectangle;
      fireEvent.load(image);
      const { width, height } = (await dialog.findByTestId('cropper')).style;
      assert.equal([width, height], ['320px', '220px']); // [S384]
      const crop = () => user.click(dialog.getByRole('button', { name: 'Crop' }));
      await crop();
      await dialog.findByText('Error loading image'); // [S382]
      isLoaded = true;
      await crop();
      await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
      assert.equal(drawn, [[120, 120, 960, 660, 0, 0, 960, 660]]);
      const names = screen
        .getAllByRole('listitem', { name: /^picture/ })
        .map(({ textContent }) => textContent);
      assert.match(names[0] ?? '', '1.jpg');
      assert.match(names[1] ?? '', '2.jpg');
      assert.is(names.length, 2);
    } finally {
      [canvas.getContext, canvas.toBlob, HTMLImageElement.prototype.decode] = known;
    }
  }));

test('[S374] [S375] [S390] a JPG and a PNG are chosen as pictures of the lot, and sent as what they are', () =>
  withMedia(true, [], async () => {
    const { user } = await openForm('goat');
    const sent: (string | null)[] = [];
    server.use(
      handles('post', 'lots/l1/media', ({ headers }) => {
        sent.push(headers.get('content-type'));
        const url = `/${sent.length}.jpg`;
        return { media: { key: url, url, thumbnail: url, mimeType: 'image/jpeg' }, revision: sent.length };
      }),
    );
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
    const files = [
      new File([JPEG], 'yard.jpg', { type: 'image/jpeg' }),
      new File([png], 'race.png', { type: 'image/png' }),
    ];
    for (const [index, file] of files.entries()) {
      await user.upload(screen.getByLabelText(MEDIA), file);
      await screen.findByRole('listitem', { name: `picture ${index + 1}` });
    }
    await save(user);
    await screen.findByText(/Your Lot Has Been Saved/);
    assert.equal(sent, ['image/jpeg', 'image/png']);
  }));

test('[S373] [S379] [S380] [S385] files that are too large, of another format or too many are refused in words', () =>
  withMedia(true, [], async () => {
    await openForm('goat');
    const user = userEvent.setup({ applyAccept: false });
    const choose = (...files: File[]) => user.upload(screen.getByLabelText(MEDIA), files);
    const film = (name: string, size: number) =>
      Object.defineProperty(new File(['film'], name, { type: 'video/mp4' }), 'size', { value: size });
    const mb = 1024 * 1024;
    await choose(film('long.mp4', 50 * mb + 1));
    await screen.findByText('long.mp4: Video exceeds 50mb (Please resize or choose another video)');
    await choose(new File(['text'], 'letter.txt', { type: 'text/plain' }));
    await screen.findByText('letter.txt: File format not supported, please upload either: JPG, PNG, or MP4');
    await choose(new File(['GIF89a'], 'yards.gif', { type: 'image/gif' }));
    await screen.findByText('yards.gif: File format not supported, please upload either: JPG, PNG, or MP4');
    await choose(new File(['film'], 'walk.avi', { type: 'video/x-msvideo' }));
    await screen.findByText('walk.avi: Unsupported format (Please select .mp4 or .mov)');
    await choose(film('walk.mp4', 50 * mb));
    await screen.findByRole('listitem', { name: 'video 1' });
    const yards = Array.from({ length: 20 }, (_, n) => new File([JPEG], `${n}.jpg`, { type: 'image/jpeg' }));
    await choose(...yards);
    // The last file is read once it is refused; the note alone appears before.
    await within(await screen.findByRole('alert')).findByText('Max media amount reached');
    const listed = within(screen.getByRole('list', { name: 'Pictures and Videos' })).getAllByRole('listitem');
    assert.is(listed.length, 20);
  }));

test('[S268] [S269] what is saved, and then removed, is deleted by the next save; a document is described again by it', () =>
  withMedia(true, [], async () => {
    const { user } = await openForm('goat');
    const keys = { documents: ['a', 'b'], media: ['c', 'd'] };
    const next = (of: keyof typeof keys) => (keys[of].shift() ?? '').repeat(32);
    const changes: SavedLot[] = [];
    server.use(
      handles('post', 'lots/l1/documents', () => {
        const key = next('documents');
        const uri = `/api/v1/download-file/${key}?fileName=Report.pdf`;
        const document = { key, name: 'Report.pdf', description: '', mimeType: 'application/pdf', order: 0 };
        return { document: { ...document, uri }, revision: 1 };
      }),
      handles('post', 'lots/l1/media', () => {
        const key = next('media');
        const url = `/api/v1/lots/l1/media/${key}-640x480/640.jpg`;
        return { media: { key, url, thumbnail: url, mimeType: 'image/jpeg' }, revision: 2 };
      }),
      handles('put', 'auctions/:auction/lots/l1', async (request) => {
        changes.push(((await request.json()) as { lot: SavedLot }).lot);
        return { _id: 'l1', searchNumericId: 7, revision: 3, phase: 'draft' };
      }),
    );
    const saveWell = async () => {
      await save(user);
      await screen.findByText(/Your Lot Has Been Saved/);
      await user.click(screen.getByRole('button', { name: 'OK' }));
    };
    await user.upload(screen.getByLabelText(DOCUMENTS), [pdf('1.pdf'), pdf('2.pdf')]);
    await user.upload(
      screen.getByLabelText(MEDIA),
      ['1.jpg', '2.jpg'].map((name) => new File([JPEG], name, { type: 'image/jpeg' })),
    );
    await screen.findByRole('listitem', { name: 'picture 2' });
    await saveWell();
    changes.length = 0;
    await user.type(screen.getByLabelText('Description, document 2'), 'Vet');
    await user.click(screen.getByRole('button', { name: 'Remove document 1' }));
    await user.click(screen.getByRole('button', { name: 'Remove picture 1' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await saveWell();
    assert.equal(
      changes.map(({ documents, newMedia }) => [documents, newMedia]),
      [[[{ key: 'b'.repeat(32), description: 'Vet' }], [{ key: 'd'.repeat(32) }]]],
    );
    assert.is(screen.getByLabelText<HTMLInputElement>('Description, document 1').value, 'Vet');
    assert.is(screen.queryByRole('button', { name: 'Remove document 2' }), null);
    assert.is(screen.queryByRole('listitem', { name: 'picture 2' }), null);
  }));

test.run();
