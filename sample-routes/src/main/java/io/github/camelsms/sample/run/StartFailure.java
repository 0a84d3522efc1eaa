package io.github.camelsms.sample.run;

import java.nio.file.FileSystemException;
import java.sql.SQLException;

import io.github.camelsms.store.SmsStoreException;
import jakarta.jms.JMSException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.springframework.jms.JmsException;

import org.apache.camel.PropertyBindingException;

/**
 * One-line description of why the application does not start.
 */
public final class StartFailure {

    private StartFailure() {
    }

    /**
     * Returns what is wrong and the remedy, without the value of an option, which may be a secret.
     */
    public static String describe(Throwable failure) {
        Throwable root = ExceptionUtils.getRootCause(failure);
        PropertyBindingException binding = ExceptionUtils.throwableOfType(failure, PropertyBindingException.class);
        if (binding != null && binding.getOptionKey() != null) {
            String prefix = String.valueOf(binding.getOptionPrefix());
            String name = (prefix.endsWith(".") ? prefix : prefix + ".") + binding.getOptionKey();
            return root instanceof PropertyBindingException || root.getMessage() == null
                    ? name + " is not an option that Camel knows: correct or remove it"
                    : name + " has an invalid value: " + phrase(root);
        }
        if (has(JMSException.class, failure) || has(JmsException.class, failure)) {
            return "the broker cannot be reached: " + phrase(root)
                   + ": check sms.broker.url, sms.broker.username and sms.broker.password";
        }
        SmsStoreException store = ExceptionUtils.throwableOfType(failure, SmsStoreException.class);
        if (store != null && has(SQLException.class, failure)) {
            return phrase(store) + ": check sms.store.url, sms.store.username and sms.store.password, or sms.store.file";
        }
        FileSystemException file = ExceptionUtils.throwableOfType(failure, FileSystemException.class);
        if (file != null && file.getFile() != null) {
            String reason = file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
            return file.getFile() + " cannot be created or written (" + reason
                   + "): check its permissions, and the settings sms.work.dir, sms.files.*, sms.broker.data and sms.store.file";
        }
        // The outermost of these is for operators; the others are its technical causes.
        IllegalArgumentException invalid = ExceptionUtils.throwableOfType(failure, IllegalArgumentException.class);
        return phrase(invalid == null || invalid.getMessage() == null ? root : invalid);
    }

    private static boolean has(Class<? extends Throwable> type, Throwable failure) {
        return ExceptionUtils.indexOfType(failure, type) >= 0;
    }

    /** Returns the message on one line, without a full stop at its end. */
    private static String phrase(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String given = failure.getMessage() == null ? "" : failure.getMessage().strip();
        // A single word, such as the name of a class or a host, does not say what is wrong.
        String message = given.isEmpty() ? name : given.contains(" ") ? given : name + ": " + given;
        return message.replaceAll("\\s*\\R\\s*", " ").replaceFirst("\\.$", "");
    }
}
