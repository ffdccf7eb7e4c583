import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.Set;
import org.h2.mvstore.MVStore;

/**
 * A server that speaks MongoDB's protocol, for tests: `PORT` keeps everything in memory, `PORT FILE` in a file. Says
 * "listening PORT" when it can be reached, on this machine only, and ends when its standard input does.
 */
public class MongoWireServer {
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
    MongoBackend backend = arguments.length > 1 ? new DurableBackend(arguments[1]) : new MemoryBackend();
    MongoServer server = new MongoServer(backend);
    server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println("listening " + server.getLocalAddress().getPort());
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
