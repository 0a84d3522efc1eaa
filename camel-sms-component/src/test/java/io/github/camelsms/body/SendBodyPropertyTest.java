package io.github.camelsms.body;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.model.SmsMessage;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Invariants of bodies of each type that <code>sms:send</code> accepts: each message is returned with its own id,
 * number and text, or reported as an error, and each input is closed once. The seeds are fixed, so that each run is the
 * same on every machine.
 */
class SendBodyPropertyTest {

    private static final int MAX_DEPTH = 4;

    private @Nullable BodyReading reading;
    private @Nullable Path folder;

    @BeforeProperty
    void open() throws IOException {
        reading = new BodyReading();
        folder = Files.createTempDirectory("bodies");
    }

    @AfterProperty
    void close() throws IOException {
        reading().close();
        try (Stream<Path> files = Files.walk(folder())) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
    }

    @Property(seed = "4721", tries = 2000)
    void read_bodyOfAnyType_returnsEachMessageUnchanged(@ForAll long seed) {
        ClosingInput inputs = new ClosingInput();
        BodyMaker.Made made = new BodyMaker(new Random(seed), inputs, folder()).body(MAX_DEPTH);
        BodyReading.Yield yield = reading().read(made.body());
        assertThat(yield.failure()).isNull();
        assertThat(yield.elements()).hasSize(made.messages().size());
        assertIsBeginningOf(yield.elements(), made.messages());
        inputs.assertAllClosedOnce();
    }

    @Property(seed = "4722", tries = 1000)
    void read_inputThatBreaksOff_returnsTheMessagesBeforeAndFails(@ForAll long seed) {
        ClosingInput inputs = new ClosingInput();
        Random random = new Random(seed);
        BodyMaker.Made made = new BodyMaker(random, inputs, folder()).body(MAX_DEPTH);
        List<Object> parts = new ArrayList<>(Arrays.asList(made.body(), inputs.breakingIterator()));
        BodyReading.Yield yield = reading().read(random.nextBoolean() ? parts : inputs.iterator(parts));
        assertThat(yield.failure()).hasMessageContaining("broke off");
        assertThat(yield.elements()).hasSize(made.messages().size());
        assertIsBeginningOf(yield.elements(), made.messages());
        inputs.assertAllClosedOnce();
    }

    @Property(seed = "4723", tries = 2000)
    void read_corruptedJson_isRejectedOrReadCompletely(@ForAll long seed) {
        ClosingInput inputs = new ClosingInput();
        Random random = new Random(seed);
        BodyMaker maker = new BodyMaker(random, inputs, folder());
        boolean isCut = random.nextBoolean();
        // A truncated sequence of documents could still end with a complete document.
        BodyMaker.Made made = maker.json(MAX_DEPTH, !isCut);
        String json = made.json().strip();
        String[] junk = { " x", "\n1", "\n\"x\"", ",", "}", "]", "\u0000", "\n{", "\n[", "\nnull", "\n{\"messageText\":\"x\"" };
        String spoiled = isCut
                ? json.substring(0, json.length() - 1 - random.nextInt(json.length() / 2))
                : json + junk[random.nextInt(junk.length)];
        BodyReading.Yield yield = reading().read(
                maker.content(spoiled), exchange -> exchange.getMessage().setHeader("CamelSmsDestination", "11900000000"));
        List<SmsMessage> sent = yield.messages();
        boolean isPlain = sent.size() == 1 && spoiled.equals(sent.get(0).messageText());
        if (isPlain) {
            assertThat(spoiled).as("a document with a field is not a text").doesNotContain("\":");
        } else {
            assertThat(yield.failure() != null || !yield.refusals().isEmpty()).isTrue();
            List<String> ids = made.messages().stream().map(message -> String.valueOf(message.id())).toList();
            assertThat(ids).containsAll(sent.stream().map(message -> String.valueOf(message.correlationId())).toList());
        }
        inputs.assertAllClosedOnce();
    }

    @Property(seed = "4724", tries = 500)
    void read_anyText_isReadEquallyFromEachBodyType(@ForAll String text, @ForAll boolean hasDestination) {
        BodyCheck.text(text, hasDestination, reading(), folder().resolve("text"));
    }

    @Property(seed = "4725", tries = 1000)
    void read_anyBytes_areReadOrRejected(@ForAll byte[] bytes, @ForAll boolean hasDestination) {
        BodyCheck.bytes(bytes, "UTF-8", hasDestination, reading());
    }

    private static void assertIsBeginningOf(List<CheckedMessage> elements, List<BodyMaker.Expected> expected) {
        for (int i = 0; i < elements.size(); i++) {
            BodyMaker.Expected message = expected.get(i);
            assertThat(elements.get(i) instanceof CheckedMessage.Rejected).as("element %d is rejected", i)
                    .isEqualTo(message.isRejected());
            if (elements.get(i) instanceof CheckedMessage.Valid fit) {
                assertThat(fit.message())
                        .isEqualTo(new SmsMessage(message.text(), message.number(), message.id(), null));
                assertThat(fit.message().messageText()).isEqualTo(message.text());
            }
        }
    }

    private BodyReading reading() {
        return Objects.requireNonNull(reading);
    }

    private Path folder() {
        return Objects.requireNonNull(folder);
    }
}
