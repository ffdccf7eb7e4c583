import type { S3Client } from '@aws-sdk/client-s3';
import { checkKey, type Files, FilesUnavailable } from './port.ts';

/** ms for a connection, and for an answer after the whole request was sent. */
const CONNECT_MS = 3_000;
const ANSWER_MS = 15_000;
/** Times a request is sent before the server counts as away. */
const TRIES = 3;
/** Ending of an object's name: servers that keep objects as files can't have one that is also a folder of others. */
const ENDING = '.file';

/** A parsed bucket URL: the server, its bucket, its region, and our credentials. */
type Place = {
  endpoint: string;
  bucket: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

/** `https://KEY:SECRET@host/bucket?region=REGION`, its parts percent-encoded. @throws Error when a part is missing */
function placeIn(url: string): Place {
  const { protocol, host, pathname, searchParams, username, password } = new URL(url);
  const bucket = decodeURIComponent(pathname.slice(1));
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || username === '' || password === '')
    throw new Error('the URL of the files must be like https://KEY:SECRET@s3.example/bucket?region=REGION');
  return {
    endpoint: `${protocol}//${host}`,
    bucket,
    region: searchParams.get('region') ?? 'us-east-1',
    credentials: {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    },
  };
}

const isNamed = (error: unknown, ...names: string[]): boolean =>
  names.includes((error as Error | undefined)?.name ?? '');

/**
 * Files as objects of a bucket of an S3-compatible server. The bucket is made where it is not there. A server that can't
 * be reached at the start is met at the first use.
 * @throws Error when the URL names no bucket, or nobody
 */
export async function openS3Files({ url }: { url: string }): Promise<Files> {
  const { bucket, ...place } = placeIn(url);
  // The package is large, and only needed with a bucket.
  const sdk = await import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client({
    ...place,
    forcePathStyle: true,
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    // Servers other than Amazon's do not know every checksum that Amazon's takes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  const asked = async <T>(asking: Promise<T>): Promise<T> => {
    try {
      return await asking;
    } catch (error) {
      throw new FilesUnavailable(error);
    }
  };

  /** Makes the bucket where it is missing. Credentials that may not ask for it are left for the first file to report. */
  const makeBucket = async (): Promise<void> => {
    try {
      await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      if (isNamed(error, '403', 'Forbidden')) return;
      if (!isNamed(error, 'NotFound', 'NoSuchBucket')) throw error;
      await client.send(new sdk.CreateBucketCommand({ Bucket: bucket })).catch((thrown) => {
        if (!isNamed(thrown, 'BucketAlreadyOwnedByYou', 'BucketAlreadyExists')) throw thrown;
      });
    }
  };
  let checking: Promise<void> | undefined;
  /**
   * The bucket is there. Asked before the first file, and after one that failed: a server that refuses a large file
   * closes the connection before it has read the file, and its answer may be lost then.
   */
  const bucketThere = (): Promise<void> => {
    checking ??= makeBucket();
    return checking;
  };

  /** The object of a file. @throws UnfitKey */
  const objectOf = (key: string): { Bucket: string; Key: string } => {
    checkKey(key);
    return { Bucket: bucket, Key: `${key}${ENDING}` };
  };

  return {
    async put(key, bytes) {
      const object = objectOf(key);
      try {
        await bucketThere();
        await client.send(new sdk.PutObjectCommand({ ...object, Body: bytes }));
      } catch (error) {
        checking = undefined;
        throw new FilesUnavailable(error);
      }
    },

    async get(key) {
      const object = objectOf(key);
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(object));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (isNamed(error, 'NoSuchKey', 'NoSuchBucket')) return undefined;
        throw new FilesUnavailable(error);
      }
    },

    async delete(key) {
      const object = objectOf(key);
      try {
        await client.send(new sdk.DeleteObjectCommand(object));
      } catch (error) {
        if (!isNamed(error, 'NoSuchKey', 'NoSuchBucket')) throw new FilesUnavailable(error);
      }
    },

    async deleteAll(folder) {
      checkKey(folder);
      const list = () =>
        client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: `${folder}/` })).catch((error) => {
          if (isNamed(error, 'NoSuchBucket')) return { Contents: [] };
          throw error;
        });
      // A list has a page's objects at most; what was deleted is on no later one.
      for (;;) {
        const { Contents = [] } = await asked(list());
        if (Contents.length === 0) return;
        for (const { Key } of Contents)
          await asked(client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key })));
      }
    },

    async *list(folder) {
      checkKey(folder);
      let page: string | undefined;
      do {
        const list = { Bucket: bucket, Prefix: `${folder}/`, ...(page && { ContinuationToken: page }) };
        const answer = await asked(
          client.send(new sdk.ListObjectsV2Command(list)).catch((error) => {
            if (isNamed(error, 'NoSuchBucket')) return null;
            throw error;
          }),
        );
        for (const { Key = '', Size = 0, LastModified } of answer?.Contents ?? [])
          if (Key.endsWith(ENDING))
            yield { key: Key.slice(0, -ENDING.length), bytes: Size, at: LastModified?.getTime() ?? 0 };
        page = answer?.NextContinuationToken;
      } while (page !== undefined);
    },

    async close() {
      client.destroy();
    },
  };
}
