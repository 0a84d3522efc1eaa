package io.github.camelsms.sample.springboot;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Compares the Kubernetes example with the Kubernetes API and with the properties of the component, Camel and Spring
 * Boot.
 */
class KubernetesExampleTest {

    private static final Path FILE = Path.of("../docs/examples/kubernetes/sms-gateway.yaml");
    private static final Pattern PROPERTIES_BLOCK = Pattern.compile("(?s)\n```properties\n(.*?)\n```");
    /** Time for the last exchanges, after Camel's shutdown timeout. */
    private static final int MARGIN_SECONDS = 10;

    /** Fails on unknown fields, which the model otherwise keeps. */
    private final ObjectMapper strict = JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            }).build();
    private final List<Object> documents = documents();
    private final ConfigMap configMap = read("ConfigMap", ConfigMap.class);
    private final Deployment deployment = read("Deployment", Deployment.class);

    private static List<Object> documents() {
        try {
            List<Object> documents = new ArrayList<>();
            new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(Files.readString(FILE)).forEach(documents::add);
            return documents;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private <T> T read(String kind, Class<T> type) {
        Object document = documents.stream().filter(each -> kind.equals(((Map<?, ?>) each).get("kind"))).findFirst()
                .orElseThrow();
        return strict.convertValue(document, type);
    }

    private PodSpec pod() {
        return deployment.getSpec().getTemplate().getSpec();
    }

    private Container container() {
        return pod().getContainers().get(0);
    }

    private Properties properties() {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(configMap.getData().get("application.properties")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return properties;
    }

    @Test
    void documents_eachField_existsInTheApi() {
        assertThat(documents).hasSize(5);
        assertThat(read("Secret", Secret.class).getApiVersion()).isEqualTo("v1");
        assertThat(configMap.getApiVersion()).isEqualTo("v1");
        assertThat(deployment.getApiVersion()).isEqualTo("apps/v1");
        assertThat(read("PodDisruptionBudget", PodDisruptionBudget.class).getApiVersion()).isEqualTo("policy/v1");
        assertThat(read("NetworkPolicy", NetworkPolicy.class).getApiVersion()).isEqualTo("networking.k8s.io/v1");
        assertThatThrownBy(() -> strict.readValue("{\"spec\":{\"replica\":2}}", Deployment.class))
                .as("an unknown field").hasMessageContaining("replica");
    }

    @Test
    void deployment_rollingUpdate_startsNewNodesBeforeOldOnesStop() {
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(2);
        assertThat(deployment.getSpec().getStrategy().getRollingUpdate().getMaxSurge().getIntVal()).isEqualTo(1);
        assertThat(deployment.getSpec().getStrategy().getRollingUpdate().getMaxUnavailable().getIntVal()).isZero();
        Map<String, String> labels = deployment.getSpec().getTemplate().getMetadata().getLabels();
        PodDisruptionBudget budget = read("PodDisruptionBudget", PodDisruptionBudget.class);
        assertThat(budget.getSpec().getMinAvailable().getIntVal()).isEqualTo(1);
        assertThat(labels).containsAllEntriesOf(budget.getSpec().getSelector().getMatchLabels())
                .containsAllEntriesOf(deployment.getSpec().getSelector().getMatchLabels());
    }

    @Test
    void terminationGracePeriod_shutdownTimeout_isCovered() {
        long preStop = container().getLifecycle().getPreStop().getSleep().getSeconds();
        long shutdown = Long.parseLong(properties().getProperty("camel.main.shutdown-timeout"));

        assertThat(pod().getTerminationGracePeriodSeconds()).isGreaterThan(preStop + shutdown + MARGIN_SECONDS);
    }

    @Test
    void probes_paths_areActuatorPaths() {
        HTTPGetAction live = container().getLivenessProbe().getHttpGet();
        HTTPGetAction ready = container().getReadinessProbe().getHttpGet();

        assertThat(live.getPath()).isEqualTo("/actuator/health/liveness")
                .isEqualTo(container().getStartupProbe().getHttpGet().getPath());
        assertThat(ready.getPath()).isEqualTo("/actuator/health/readiness");
        assertThat(live.getPort()).isEqualTo(ready.getPort());
        assertThat(container().getPorts()).filteredOn(port -> port.getName().equals(live.getPort().getStrVal())).singleElement()
                .satisfies(port -> assertThat(port.getContainerPort().toString())
                        .isEqualTo(properties().getProperty("management.server.port")));
        assertThat(properties()).containsEntry("management.endpoint.health.probes.enabled", "true");
    }

    @Test
    void references_secretAndConfigMap_exist() {
        Secret secret = read("Secret", Secret.class);
        String folder = container().getVolumeMounts().stream().filter(mount -> mount.getName().equals("secrets")).findFirst()
                .orElseThrow().getMountPath();
        assertThat(properties()).containsEntry("spring.config.import", "configtree:" + folder + "/");
        assertThat(pod().getVolumes()).anyMatch(
                volume -> volume.getSecret() != null
                        && volume.getSecret().getSecretName().equals(secret.getMetadata().getName()));
        assertThat(container().getEnv()).as("secrets are files").allMatch(variable -> variable.getValueFrom() == null);
        assertThat(pod().getVolumes()).anyMatch(
                volume -> volume.getConfigMap() != null
                        && volume.getConfigMap().getName().equals(configMap.getMetadata().getName()));
        assertThat(container().getVolumeMounts()).allSatisfy(
                mount -> assertThat(pod().getVolumes()).anyMatch(volume -> volume.getName().equals(mount.getName())));
        assertThat(properties().stringPropertyNames()).noneMatch(name -> name.contains("password"));
    }

    @Test
    void properties_each_exists() throws IOException {
        Set<String> names = new TreeSet<>();
        Set<String> maps = new TreeSet<>();
        for (URL metadata : metadata()) {
            for (JsonNode property : new ObjectMapper().readTree(metadata).path("properties")) {
                names.add(property.path("name").asText());
                if (property.path("type").asText().startsWith("java.util.Map")) {
                    maps.add(property.path("name").asText() + ".");
                }
            }
        }
        assertThat(properties().stringPropertyNames()).isNotEmpty()
                .allSatisfy(
                        name -> assertThat(names.contains(name) || maps.stream().anyMatch(name::startsWith)).as(name).isTrue());
        assertThat(read("Secret", Secret.class).getStringData().keySet()).hasSize(4).allMatch(names::contains);
    }

    @Test
    void connections_toServiceAndDatabase_areEncryptedAndChecked() {
        assertThat(properties()).containsEntry("camel.component.sms.require-https", "true")
                .containsEntry("camel.component.sms.store.jdbc.initialize-schema", "never");
        assertThat(properties().getProperty("spring.datasource.url")).contains("sslmode=verify-full", "sslrootcert=/etc/sms/");
        assertThat(configMap.getData()).containsKey("postgres-ca.crt");
    }

    @Test
    void networkPolicy_ports_areThoseOfTheContainer() {
        NetworkPolicy policy = read("NetworkPolicy", NetworkPolicy.class);

        assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
        assertThat(policy.getSpec().getIngress()).flatExtracting(NetworkPolicyIngressRule::getPorts)
                .extracting(port -> port.getPort().getStrVal())
                .containsExactlyInAnyOrderElementsOf(container().getPorts().stream().map(ContainerPort::getName).toList());
        assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(policy.getSpec().getPodSelector().getMatchLabels());
    }

    @Test
    void properties_eachValue_bindsToTheTypeOfItsProperty() throws IOException {
        assertThat(new TypedProperties().problems(properties())).isEmpty();
    }

    @Test
    void properties_unsuitableValues_areFound() throws IOException {
        Properties wrong = new Properties();
        wrong.putAll(
                Map.of(
                        "spring.datasource.hikari.connection-timeout", "5s", "management.server.port", "http",
                        "camel.component.sms.store.jdbc.lease-duration", "soon", "camel.health.producers-enabled", "perhaps",
                        "management.endpoint.health.group.readiness.show-details", "perhaps"));

        assertThat(new TypedProperties().problems(wrong)).hasSize(wrong.size());
    }

    @Test
    void properties_ofTheSampleApplication_bind() throws IOException {
        Properties properties = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
            properties.load(file);
        }
        // The application's own properties have no metadata.
        properties.keySet().removeIf(name -> name.toString().startsWith("sms."));

        assertThat(new TypedProperties().problems(properties)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "spring-boot.md", "several-nodes.md" })
    void properties_ofAPage_bind(String page) throws IOException {
        Matcher block = PROPERTIES_BLOCK.matcher(Files.readString(Path.of("../docs").resolve(page)));
        Properties properties = new Properties();
        while (block.find()) {
            properties.load(new StringReader(block.group(1)));
        }

        assertThat(properties).isNotEmpty();
        assertThat(new TypedProperties().problems(properties)).isEmpty();
    }

    /** Returns the configuration metadata of all libraries on the classpath. */
    static List<URL> metadata() throws IOException {
        ClassLoader loader = KubernetesExampleTest.class.getClassLoader();
        List<URL> found = new ArrayList<>(Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json")));
        found.addAll(Collections.list(loader.getResources("META-INF/additional-spring-configuration-metadata.json")));
        return found;
    }
}
