import { mongoServers } from '../mongodb/servers-suite.ts';
import { documentsContract } from './contract-suite.ts';
import { openMongoDocuments } from './mongodb-documents.ts';

for (const server of await mongoServers('documents: mongodb')) {
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
