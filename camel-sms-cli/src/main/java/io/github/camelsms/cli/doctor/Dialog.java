package io.github.camelsms.cli.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The person at the terminal. */
final class Dialog implements Console {

    private static final String END_OF_INPUT = "";

    private final InputStream in;
    private final PrintWriter out;
    private final boolean isYes;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private boolean isReading;

    /**
     * @param isYes whether the person agrees to everything without being asked
     */
    Dialog(InputStream in, PrintWriter out, boolean isYes) {
        this.in = in;
        this.out = out;
        this.isYes = isYes;
    }

    @Override
    public void say(String text) {
        out.println(text);
        out.flush();
    }

    @Override
    public boolean ask(String question) throws InterruptedException {
        if (isYes) {
            say(question + " yes");
            return true;
        }
        out.print(question + " [y/N] ");
        out.flush();
        read();
        String answer = answers.take();
        if (answer.equals(END_OF_INPUT)) {
            answers.add(END_OF_INPUT);
        }
        return answer.strip().matches("(?i)y(es)?");
    }

    /** Reads on a thread of its own, because reading cannot be interrupted. */
    private void read() {
        if (isReading) {
            return;
        }
        isReading = true;
        Thread reader = new Thread(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    answers.add(line + " ");
                }
            } catch (IOException e) {
                // As at the end of the input.
            }
            answers.add(END_OF_INPUT);
        }, "camel-sms-doctor-input");
        reader.setDaemon(true);
        reader.start();
    }
}
