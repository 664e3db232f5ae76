import entities.Admin;
import entities.EntitiesBindingSkeleton;
import entities.EntitiesPort_PortType;
import entities.Entity;
import entities.Grant;
import entities.Group;
import entities.Role;
import entities.User;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.axis.configuration.FileProvider;
import org.apache.axis.transport.http.SimpleAxisServer;

/**
 * A service of Apache Axis 1.4 whose values are of types that are derived from the declared ones.
 *
 * <pre>java EntitiesServer PORT CONFIG</pre>
 *
 * CONFIG is the deployment that WSDL2Java makes of entities.wsdl.
 */
public final class EntitiesServer {
    public static void main(String[] arguments) throws Exception {
        SimpleAxisServer server = new SimpleAxisServer();
        server.setServerSocket(
                new ServerSocket(Integer.parseInt(arguments[0]), 100, InetAddress.getByName("127.0.0.1")));
        server.setMyConfig(new FileProvider(arguments[1]));
        server.run();
    }

    /** What Axis calls. */
    public static final class Service extends EntitiesBindingSkeleton {
        public Service() {
            super(new Values());
        }
    }

    private static final class Values implements EntitiesPort_PortType {
        private static final Admin ADMIN = new Admin(3L, "Zed", "z@example.com", 9);
        private static final User USER = new User(2L, "Ann", null);

        @Override
        public Grant grant(Role role, Grant grant) {
            Role[] others = new Role[grant.getOthers().length + 1];
            others[0] = grant.getRole();
            System.arraycopy(grant.getOthers(), 0, others, 1, others.length - 1);
            return new Grant(role, grant.getUntil(), grant.getDays(), others, grant.getNote(), grant.getTags());
        }

        @Override
        public Entity get(String kind) {
            if (kind.equals("user")) return USER;
            if (kind.equals("admin")) return ADMIN;
            if (kind.equals("group")) return new Group(4L, "all", ADMIN, all("users"));
            if (kind.equals("nobody")) return null;
            return new Entity(1L, "plain");
        }

        @Override
        public Entity[] all(String kind) {
            // The same object twice: Axis writes it once, and refers to it.
            return new Entity[] {new Entity(1L, "plain"), USER, ADMIN, USER, null};
        }

        @Override
        public String describe(Entity entity) {
            if (entity == null) return "null";
            String text = entity.getClass().getSimpleName() + " " + entity.getId() + " " + entity.getName();
            if (entity instanceof User) text += " " + ((User) entity).getEmail();
            if (entity instanceof Admin) text += " " + ((Admin) entity).getLevel();
            if (entity instanceof Group) {
                text += " owner (" + describe(((Group) entity).getOwner()) + ") of " + describeAll(((Group) entity).getMembers());
            }
            return text;
        }

        @Override
        public String describeAll(Entity[] entities) {
            if (entities == null) return "null";
            StringBuilder all = new StringBuilder("[");
            for (Entity entity : entities) all.append(all.length() > 1 ? ", " : "").append(describe(entity));
            return all.append(']').toString();
        }

        @Override
        public Entity echo(Entity entity) {
            return entity;
        }

        @Override
        public Group echoGroup(Group group) {
            return group;
        }
    }
}
