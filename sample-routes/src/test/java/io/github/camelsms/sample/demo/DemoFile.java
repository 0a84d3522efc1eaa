package io.github.camelsms.sample.demo;

/**
 * Generates the bundled file of the demonstration; run its main method to update the file.
 */
final class DemoFile {

    private DemoFile() {
    }

    public static void main(String[] arguments) throws java.io.IOException {
        java.nio.file.Files.writeString(java.nio.file.Path.of(arguments[0]), content());
    }

    static String content() {
        StringBuilder csv = new StringBuilder("destination,messageText,correlationId,scheduledDate\n");
        for (int i = 1; i <= DemoInput.MESSAGES_IN_FILE; i++) {
            csv.append(i % 100 == 37 ? malformed(i) : line(i)).append('\n');
        }
        return csv.toString();
    }

    private static String malformed(int i) {
        return switch (i / 100 % 5) {
            case 0 -> destination(i) + ",Your order " + i + " has shipped";
            case 1 -> destination(i) + ",Your order " + i + " has shipped,order-" + i + ",tomorrow morning";
            case 2 -> destination(i) + ",\"Your order " + i + " has shipped,order-" + i + ",";
            case 3 -> destination(i) + ",Your order, number " + i + ", has shipped,order-" + i + ",";
            default -> destination(i) + ",\"Your order\" " + i + " has shipped,order-" + i + ",";
        };
    }

    private static String line(int i) {
        String id = i % 7 == 0 ? "" : "order-" + i;
        return destination(i) + "," + text(i) + "," + id + ",";
    }

    private static String destination(int i) {
        if (i % 50 == 11) {
            return "11987";
        }
        String number = String.format("%04d", i);
        if (i % 100 == 81) {
            return "1190000" + number;
        }
        return i % 10 == 3 ? "(11) 98765-" + number : "1198765" + number;
    }

    private static String text(int i) {
        if (i % 100 == 63) {
            return ("Your order " + i + " has shipped. ").repeat(8).trim();
        }
        if (i % 40 == 7) {
            return "\"Your order " + i + " has shipped.\nThank you!\"";
        }
        return i % 10 == 5
                ? "\"Dear customer, your order \"\"" + i + "\"\" has shipped\""
                : "Seu pedido " + i + " saiu para entrega às 14h";
    }
}
