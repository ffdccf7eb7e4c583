import { notRun } from '@saleyard/testing/suite.ts';
import { mongoServers } from '../mongodb/test-support/servers.ts';
import { openMongoDocuments } from './mongodb-documents.ts';
import { documentsContract } from './test-support/contract.ts';

const servers = await mongoServers('documents: mongodb');
if (!servers.some(({ hasTransactions }) => hasTransactions)) {
  notRun('documents: mongodb, in transactions', 'set MONGODB_URL to a replica set');
}

for (const server of servers) {
  documentsContract(`mongodb, ${server.name}`, async (clock) => {
    const url = server.freshDatabase();
    let documents = await openMongoDocuments({ url, clock });
    return {
      documents,
      async reopen() {
        await documents.close();
        documents = await openMongoDocuments({ url, clock });
        return documents;
      },
      async remove() {
        await documents.close();
        await server.dropDatabase(url);
      },
    };
  }).run();
}
