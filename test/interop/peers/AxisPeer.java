import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.rpc.holders.Holder;
import org.apache.axis.AxisFault;
import org.apache.axis.configuration.FileProvider;
import org.apache.axis.transport.http.SimpleAxisServer;
import sms.SmsServiceBindingSkeleton;
import sms.SmsServicePortType;

/**
 * Apache Axis 1.4's SimpleAxisServer with the beans and the skeleton that WSDL2Java makes of our WSDL.
 *
 * <pre>java AxisPeer PORT FOLDER CONFIG</pre>
 *
 * It answers with what FOLDER/response says (scripted.ts has its form), and adds what it decoded to FOLDER/received, a
 * JSON object per line. CONFIG is the deployment.
 */
public final class AxisPeer {
    private static String folder;

    public static void main(String[] arguments) throws Exception {
        folder = arguments[1];
        SimpleAxisServer server = new SimpleAxisServer();
        server.setServerSocket(
                new ServerSocket(Integer.parseInt(arguments[0]), 100, InetAddress.getByName("127.0.0.1")));
        server.setMyConfig(new FileProvider(arguments[2]));
        server.run();
    }

    /** What Axis calls: the skeleton does the rest, as it would for a program of somebody's own. */
    public static final class Service extends SmsServiceBindingSkeleton {
        public Service() {
            super((SmsServicePortType) Proxy.newProxyInstance(AxisPeer.class.getClassLoader(),
                    new Class<?>[] {SmsServicePortType.class}, new Scripted()));
        }
    }

    private static final class Scripted implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Map<String, Object> input = new LinkedHashMap<>();
            Map<String, Object> outputs = new LinkedHashMap<>();
            Parameter[] parts = method.getParameters();
            for (int i = 0; i < parts.length; i++) {
                (arguments[i] instanceof Holder ? outputs : input).put(parts[i].getName(), arguments[i]);
            }
            Map<String, Object> call = new LinkedHashMap<>();
            call.put("operation", method.getName());
            call.put("input", input);
            note(json(call));

            Map<?, ?> answer = (Map<?, ?>) readAnswer();
            if (answer.get("fault") != null) throw fault((Map<?, ?>) answer.get("fault"));
            Map<?, ?> output = (Map<?, ?>) answer.get("output");
            for (Map.Entry<String, Object> holder : outputs.entrySet()) {
                set(holder.getValue(), holder.getValue().getClass().getField("value"), output.get(holder.getKey()));
            }
            if (method.getReturnType() == void.class) return null;
            return made(method.getReturnType(), output.values().iterator().next());
        }
    }

    private static AxisFault fault(Map<?, ?> fault) throws Exception {
        AxisFault made = new AxisFault((String) fault.get("faultCode"), (String) fault.get("faultString"),
                (String) fault.get("faultActor"), null);
        made.setFaultDetailString((String) fault.get("detail"));
        return made;
    }

    // --------------------------------------------------------------------------------------------- the answer to give

    private static Object readAnswer() throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(folder + "/response"), StandardCharsets.UTF_8))) {
            return readValue(in, in.readLine());
        }
    }

    private static Object readValue(BufferedReader in, String token) throws IOException {
        if (token.equals("nil")) return null;
        if (token.startsWith("\"")) {
            return URLDecoder.decode(token.substring(1).replace("+", "%2B"), "UTF-8");
        }
        if (token.equals("[")) {
            List<Object> items = new ArrayList<>();
            for (String next = in.readLine(); !next.equals("]"); next = in.readLine()) items.add(readValue(in, next));
            return items;
        }
        if (token.equals("{")) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (String name = in.readLine(); !name.equals("}"); name = in.readLine()) {
                fields.put(name, readValue(in, in.readLine()));
            }
            return fields;
        }
        return Double.valueOf(token);
    }

    private static void set(Object target, Field field, Object value) throws Exception {
        field.setAccessible(true);
        if (value != null) field.set(target, made(field.getType(), value));
    }

    /** Makes a value of a type; there are only texts, two kinds of numbers, arrays and beans. */
    private static Object made(Class<?> type, Object value) throws Exception {
        if (value == null || type == String.class) return value;
        if (type == int.class || type == Integer.class) return ((Double) value).intValue();
        if (type == float.class || type == Float.class) return ((Double) value).floatValue();
        if (type.isArray()) {
            List<?> items = (List<?>) value;
            Object array = Array.newInstance(type.getComponentType(), items.size());
            for (int i = 0; i < items.size(); i++) Array.set(array, i, made(type.getComponentType(), items.get(i)));
            return array;
        }
        Object bean = type.getConstructor().newInstance();
        for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
            set(bean, type.getDeclaredField((String) field.getKey()), field.getValue());
        }
        return bean;
    }

    // ------------------------------------------------------------------------------------------- what was understood

    private static synchronized void note(String line) throws IOException {
        try (Writer out = new OutputStreamWriter(
                new FileOutputStream(folder + "/received", true), StandardCharsets.UTF_8)) {
            out.write(line + "\n");
        }
    }

    private static String json(Object value) throws IllegalAccessException {
        if (value == null || value instanceof Number) return String.valueOf(value);
        if (value instanceof String) return quoted((String) value);
        StringBuilder all = new StringBuilder();
        if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) all.append(i > 0 ? "," : "").append(json(Array.get(value, i)));
            return "[" + all + "]";
        }
        for (Map.Entry<?, ?> field : (value instanceof Map ? (Map<?, ?>) value : fieldsOf(value)).entrySet()) {
            // A bean cannot tell nil from absent.
            if (field.getValue() == null) continue;
            all.append(all.length() > 0 ? "," : "").append(quoted((String) field.getKey())).append(':');
            all.append(json(field.getValue()));
        }
        return "{" + all + "}";
    }

    private static Map<String, Object> fieldsOf(Object bean) throws IllegalAccessException {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Field field : bean.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || field.getName().startsWith("__")) continue;
            field.setAccessible(true);
            fields.put(field.getName(), field.get(bean));
        }
        return fields;
    }

    private static String quoted(String text) {
        StringBuilder all = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < 0x20 || c == '"' || c == '\\' || c > 0x7e) all.append(String.format("\\u%04x", (int) c));
            else all.append(c);
        }
        return all.append('"').toString();
    }
}
