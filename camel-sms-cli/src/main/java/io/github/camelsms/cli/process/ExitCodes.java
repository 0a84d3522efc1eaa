package io.github.camelsms.cli.process;

/**
 * Exit codes of all commands. If several apply, the command exits with the highest of {@link #REJECTED},
 * {@link #NOT_SENT} and {@link #UNKNOWN}.
 */
public final class ExitCodes {

    /** The command did what it was told, and all messages were accepted. */
    public static final int OK = 0;
    /** Something failed that has no other code, such as a file that cannot be read. */
    public static final int FAILED = 1;
    /** The arguments cannot be used. Nothing was done. */
    public static final int USAGE = 2;
    /** At least one message was rejected, or would be; or row of an import. */
    public static final int REJECTED = 3;
    /** At least one message was not sent. Repeating the command is safe. */
    public static final int NOT_SENT = 4;
    /** The outcome of at least one message is unknown. Sending it again could send it twice. */
    public static final int UNKNOWN = 5;
    /** The service could not be reached or gave no usable response. */
    public static final int UNREACHABLE = 6;
    /** The service rejected the user name or the password. */
    public static final int CREDENTIALS = 7;
    /**
     * The command was interrupted by Ctrl-C: 128 plus the number of the signal, which differs for other signals.
     */
    public static final int INTERRUPTED = 130;

    private ExitCodes() {
    }
}
