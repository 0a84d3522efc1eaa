package io.github.camelsms.benchmarks.report;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FiguresTest {

    @Test
    void of_oddNumberOfRounds_medianIsTheMiddleValue() {
        assertThat(Figures.of(List.of(5.0, 1.0, 3.0, 9.0, 2.0))).isEqualTo(new Figures(1, 3, 9));
    }

    @Test
    void of_evenNumberOfRounds_medianIsTheMeanOfTheMiddleValues() {
        assertThat(Figures.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Figures(1, 3, 9));
    }

    @Test
    void inWords_differentValues_showsMinimumMedianAndMaximum() {
        assertThat(Figures.of(List.of(1234.4, 0.0456, 25.31)).inWords()).isEqualTo("0.046 / **25.3** / 1,234");
    }

    @Test
    void inWords_equalValues_showsTheValueOnce() {
        assertThat(Figures.of(List.of(7.0, 7.0)).inWords()).isEqualTo("7");
    }
}
