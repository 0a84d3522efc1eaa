GRANT USAGE ON SCHEMA public TO sms_app;
GRANT SELECT, INSERT ON sms_setting TO sms_app;
GRANT SELECT, INSERT, DELETE ON sms_waiting, sms_request, sms_opt_out TO sms_app;
GRANT SELECT, INSERT, UPDATE ON sms_account TO sms_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sms_node, sms_message, sms_result, sms_block, sms_status TO sms_app;
GRANT USAGE ON SEQUENCE sms_message_id TO sms_app;
