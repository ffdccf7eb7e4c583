import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.Set;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * A server that speaks MongoDB's protocol, for tests: `PORT` keeps everything in memory, `PORT FILE` in a file. Says
 * "listening PORT" when it can be reached, on this machine only, and ends when its standard input does.
 */
public class MongoWireServer {
  /** What a collection answers, with its other arguments as they were asked. */
  interface Asked {
    QueryResult of(Document query, Document projection);
  }

  /** A filter by `_id` and more reads one document, as MongoDB does; the library would read the whole collection. */
  static QueryResult byId(Document query, Document projection, Asked collection) {
    Object id = query == null ? null : query.get("_id");
    if (!(id instanceof String) || query.size() == 1) return collection.of(query, projection);
    Document byId = new Document("_id", id);
    for (Document found : collection.of(byId, null))
      if (new DefaultQueryMatcher().matches(found, query)) return collection.of(byId, projection);
    return new QueryResult();
  }

  static class KeyedMemoryCollection extends MemoryCollection {
    KeyedMemoryCollection(MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
      super(database, name, options, cursors);
    }

    @Override
    protected QueryResult queryDocuments(
        Document query, Document orderBy, int skip, int limit, int batchSize, Document projection) {
      return byId(query, projection,
          (asked, shown) -> super.queryDocuments(asked, orderBy, skip, limit, batchSize, shown));
    }
  }

  static class KeyedMemoryDatabase extends MemoryDatabase {
    private final CursorRegistry cursors;

    KeyedMemoryDatabase(String name, CursorRegistry cursors) {
      super(name, cursors);
      this.cursors = cursors;
    }

    @Override
    protected MemoryCollection openOrCreateCollection(String name, CollectionOptions options) {
      return new KeyedMemoryCollection(this, name, options, cursors);
    }
  }

  static class KeyedMemoryBackend extends MemoryBackend {
    @Override
    public MemoryDatabase openOrCreateDatabase(String name) {
      return new KeyedMemoryDatabase(name, getCursorRegistry());
    }
  }

  static class KeyedCollection extends H2Collection {
    KeyedCollection(
        MongoDatabase database, String name, CollectionOptions options,
        MVMap<Object, Document> documents, MVMap<String, Object> meta, CursorRegistry cursors) {
      super(database, name, options, documents, meta, cursors);
    }

    @Override
    protected QueryResult queryDocuments(
        Document query, Document orderBy, int skip, int limit, int batchSize, Document projection) {
      return byId(query, projection,
          (asked, shown) -> super.queryDocuments(asked, orderBy, skip, limit, batchSize, shown));
    }
  }

  /** A database of such collections, which keep their documents where the library's do. */
  static class KeyedDatabase extends H2Database {
    private final CursorRegistry cursors;

    KeyedDatabase(String name, MVStore store, CursorRegistry cursors) {
      super(name, store, cursors);
      this.cursors = cursors;
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(String name, CollectionOptions options) {
      MongoCollection<Object> plain = super.openOrCreateCollection(name, options);
      return new KeyedCollection(this, name, options, mapOf(plain, "dataMap"), mapOf(plain, "metaMap"), cursors);
    }

    @SuppressWarnings("unchecked")
    private static <K, V> MVMap<K, V> mapOf(MongoCollection<Object> collection, String field) {
      try {
        var map = H2Collection.class.getDeclaredField(field);
        map.setAccessible(true);
        return (MVMap<K, V>) map.get(collection);
      } catch (ReflectiveOperationException error) {
        throw new IllegalStateException(error);
      }
    }
  }

  /** Each command is whole in the file before it is answered: one that was answered outlives the process. */
  static class DurableBackend extends H2Backend {
    private static final Set<String> READS = Set.of("find", "ping", "getMore", "count", "aggregate", "listIndexes");
    private static final Set<String> OF_THE_SERVER = Set.of("hello", "ismaster", "isMaster", "buildInfo");

    DurableBackend(String file) {
      // Nothing is written between two commands: after a kill the file ends with a whole one.
      super(new MVStore.Builder().fileName(file).autoCommitDisabled().open());
      getMvStore().setRetentionTime(0);
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String name) {
      return new KeyedDatabase(name, getMvStore(), getCursorRegistry());
    }

    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
      // A client that hears nothing of the server for two seconds takes it for dead: this waits for no other command.
      if (OF_THE_SERVER.contains(command)) return super.handleCommand(channel, database, command, query);
      return inTurn(channel, database, command, query);
    }

    private synchronized Document inTurn(Channel channel, String database, String command, Document query) {
      try {
        return super.handleCommand(channel, database, command, query);
      } finally {
        if (!READS.contains(command)) getMvStore().commit();
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    MongoBackend backend = arguments.length > 1 ? new DurableBackend(arguments[1]) : new KeyedMemoryBackend();
    MongoServer server = new MongoServer(backend);
    server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println("listening " + server.getLocalAddress().getPort());
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
