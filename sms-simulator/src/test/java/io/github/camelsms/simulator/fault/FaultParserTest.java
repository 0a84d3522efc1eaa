package io.github.camelsms.simulator.fault;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FaultParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "dropAfterAccepting           | DropAfterAccepting[reset=false]",
            "stallBody:5000               | StallBody[pause=PT5S]",
            "httpStatus:503               | HttpStatus[status=503, isBeforeAccepting=true]",
            "httpStatusAfterAccepting:502 | HttpStatus[status=502, isBeforeAccepting=false]" })
    void parse_knownName_returnsTheFault(String text, String fault) {
        assertThat(FaultParser.parse(text)).hasToString(fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "explode        | unknown fault 'explode': use one of",
            "stallBody      | fault 'stallBody' is incorrect: write stallBody:MILLIS",
            "truncateBody:3 | fault 'truncateBody:3' is incorrect: write truncateBody",
            "stallBody:soon | 'soon' after the colon of a fault is not a whole number",
            "oversizedBody:0 | oversizedBody of 0 bytes is not possible: give 1 to 1000000000",
            "oversizedBody:2147483647 | oversizedBody of 2147483647 bytes is not possible: give 1 to 1000000000",
            "httpStatus:200 | httpStatus 200 is not an error",
            "redirect:304   | redirect 304 is not supported" })
    void parse_badText_namesTheRemedy(String text, String message) {
        assertThatThrownBy(() -> FaultParser.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
