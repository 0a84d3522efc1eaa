package io.github.camelsms.dsl;

import org.apache.camel.main.Main;

/**
 * A DSL of Camel, and two routes written in it.
 */
enum Dsl {

    JAVA {
        @Override
        void addRoutes(Main main) {
            main.configure().addRoutesBuilder(new JavaRoutes());
        }
    },
    ENDPOINT_DSL {
        @Override
        void addRoutes(Main main) {
            main.configure().addRoutesBuilder(new EndpointDslRoutes());
        }
    },
    YAML {
        @Override
        void addRoutes(Main main) {
            main.configure().withRoutesIncludePattern("classpath:io/github/camelsms/dsl/sms.camel.yaml");
        }
    },
    XML {
        @Override
        void addRoutes(Main main) {
            main.configure().withRoutesIncludePattern("classpath:io/github/camelsms/dsl/sms.camel.xml");
        }
    };

    abstract void addRoutes(Main main);
}
